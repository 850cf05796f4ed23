//! Random fields, written as a template that uses them: the model of that template fits it.

use proptest::prelude::*;

use super::*;

#[derive(Debug, Clone)]
enum Shape {
    Text(&'static str),
    Number,
    Flag,
    Object(Vec<(String, Shape)>),
    Array(Box<Shape>),
}

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        prop::sample::select(vec!["", "|upper", "|default(\"none\")", "|trim|title", "|date(\"d. M.\")"])
            .prop_map(Shape::Text),
        Just(Shape::Number),
        Just(Shape::Flag),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(("[a-z]{1,6}", inner.clone()), 1..5).prop_map(Shape::Object),
            inner.prop_map(|element| Shape::Array(Box::new(element))),
        ]
    })
}

/// A source that uses everything in `shape`, which is reached by `path`.
fn write(source: &mut String, shape: &Shape, path: &str, depth: usize) {
    match shape {
        Shape::Text(filters) => source.push_str(&format!("{{{{ {path}{filters} }}}}")),
        Shape::Number => source.push_str(&format!("{{{{ {path} * 2 }}}}")),
        Shape::Flag => source.push_str(&format!("{{% if {path} %}}yes{{% endif %}}")),
        Shape::Object(members) => {
            for (name, member) in members {
                write(source, member, &format!("{path}[\"{name}\"]"), depth);
            }
        }
        Shape::Array(element) => {
            source.push_str(&format!("{{% for x{depth} in {path} %}}"));
            write(source, element, &format!("x{depth}"), depth + 1);
            source.push_str("{% endfor %}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_model_fits_its_template(shape in shape()) {
        let mut source = String::new();
        write(&mut source, &shape, "root", 0);
        let found = of(&source, &[]);
        prop_assert_eq!(found.check(&found.model(), true), []);
    }

    #[test]
    fn any_data_is_answered(shape in shape(), other in shape()) {
        let (mut source, mut foreign) = (String::new(), String::new());
        write(&mut source, &shape, "root", 0);
        write(&mut foreign, &other, "root", 0);
        of(&source, &[]).check(&of(&foreign, &[]).model(), true);
    }
}
