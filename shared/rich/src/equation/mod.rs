//! Equations from data: LaTeX or MathML (`<math>`) to Word's equations (ECMA-376 part 1, 22.1).

mod fences;
mod from_mathml;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use roxmltree::{Document, ParsingOptions};

use super::fragment::{Composed, Fragment};
use super::resources::Resources;

/// Bytes of LaTeX. A page of formulas is shorter.
const MOST_LATEX: usize = 8_000;

/// Commands and groups of LaTeX: each may stand in the one before, and what reads them goes one deeper each time.
const MOST_COMMANDS: usize = 500;

/// Elements and texts of MathML.
const MOST_NODES: u32 = 20_000;

/// `{"$equation": "\\frac{a}{b}"}`
pub(super) fn compose(text: &str, resources: &mut Resources<'_>) -> Composed {
    resources.bounds.budget.spend(text.len() as u64)?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(Fragment::Inline(String::new()));
    }
    let mathml = if text.starts_with('<') { text.to_owned() } else { of_latex(text)? };
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&mathml, options)
        .map_err(|error| format!("is not an equation in MathML: {error}"))?;
    let equation = from_mathml::written(document.root_element())?;
    let ns = resources.math_ns();
    Ok(Fragment::Inline(format!("<m:oMath xmlns:m=\"{ns}\">{equation}</m:oMath>")))
}

/// The MathML of LaTeX.
fn of_latex(latex: &str) -> Result<String, String> {
    let commands = latex.bytes().filter(|byte| matches!(byte, b'\\' | b'{' | b'^' | b'_')).count();
    if latex.len() > MOST_LATEX || commands > MOST_COMMANDS {
        return Err(format!(
            "is longer than an equation may be: {MOST_LATEX} bytes and {MOST_COMMANDS} commands of LaTeX"
        ));
    }
    let wrong = |error: String| format!("is not an equation in LaTeX: {error}");
    let reader =
        LatexToMathML::new(MathCoreConfig::default()).map_err(|_| wrong("it cannot be read".to_owned()))?;
    let read = reader.convert_with_local_state(latex, MathDisplay::Block);
    Ok(read.map_err(|error| wrong(error.to_string()))?.mathml)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(latex: &str) -> Result<String, String> {
        let mathml = of_latex(latex)?;
        let document = Document::parse(&mathml).unwrap();
        from_mathml::written(document.root_element())
    }

    /// The tags and texts of an equation without the names of what every one has.
    fn short(latex: &str) -> String {
        written(latex).unwrap().replace("m:", "").replace(" xml:space=\"preserve\"", "")
    }

    #[test]
    fn latex_becomes_what_word_writes() {
        let run = |text: &str| format!("<r><t>{text}</t></r>");
        assert_eq!(short(r"\frac{a}{b}"), format!("<f><num>{}</num><den>{}</den></f>", run("a"), run("b")));
        assert_eq!(short("x^2"), format!("<sSup><e>{}</e><sup>{}</sup></sSup>", run("x"), run("2")));
        assert_eq!(
            short("x_i^2"),
            format!("<sSubSup><e>{}</e><sub>{}</sub><sup>{}</sup></sSubSup>", run("x"), run("i"), run("2"))
        );
        assert!(short(r"\sqrt{x}").starts_with("<rad><radPr><degHide val=\"1\"/></radPr><deg/><e>"));
        assert!(short(r"\sqrt[3]{x}").starts_with("<rad><deg><r><t>3</t></r></deg><e>"));
        assert!(
            short(r"\sum_{i=1}^{n} i").starts_with("<nary><naryPr><chr val=\"∑\"/><limLoc val=\"undOvr\"/>")
        );
        assert!(short(r"\int_0^1 x").contains("<limLoc val=\"subSup\"/>"));
        assert!(
            short(r"\left( \frac{a}{b} \right)")
                .starts_with("<d><dPr><begChr val=\"(\"/><endChr val=\")\"/></dPr><e><f>")
        );
        assert!(
            short(r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}")
                .contains("<m><mr><e><r><t>a</t></r></e><e>")
        );
        assert!(short(r"\hat{x}").starts_with("<acc><accPr><chr val=\""));
        assert!(short(r"\overline{ab}").contains("<bar><barPr><pos val=\"top\"/></barPr>"));
        assert!(short(r"\text{if } x < 3").contains("<r><rPr><nor/></rPr><t>if"));
        assert!(short("x < 3").contains("&lt;"));
        assert!(
            short(r"\sin^2 x")
                .starts_with("<func><fName><sSup><e><r><rPr><sty val=\"p\"/></rPr><t>sin</t></r></e>")
        );
        assert!(short(r"\lim_{n} x").starts_with("<func><fName><limLow>"));
        assert!(
            short(r"\begin{cases} 1 \end{cases}")
                .starts_with("<d><dPr><begChr val=\"{\"/><endChr val=\"\"/></dPr><e><m>")
        );
    }

    #[test]
    fn what_is_no_equation_is_told() {
        assert!(written(r"\frac{a}").unwrap_err().starts_with("is not an equation in LaTeX"));
        assert!(written(r"\nosuchcommand").unwrap_err().contains("nosuchcommand"));
        assert!(written(&"x".repeat(MOST_LATEX + 1)).unwrap_err().contains("longer than an equation may be"));
    }

    /// On a stack as small as that of the threads that render.
    #[test]
    fn nothing_nests_too_deep() {
        for unit in [r"\sqrt", "{", r"\frac", "x^", r"\left(", r"\hat", r"\begin{matrix}", r"\def\a{\a\a}\a"]
        {
            let latex = format!("{}x", unit.repeat(MOST_COMMANDS));
            let small = latex.chars().take(MOST_LATEX).collect::<String>();
            for latex in [latex, small, unit.repeat(MOST_COMMANDS / 2)] {
                let read =
                    std::thread::Builder::new().stack_size(2 << 20).spawn(move || written(&latex).is_err());
                let _ = read.unwrap().join().unwrap();
            }
        }
        let deep = format!("<math>{}{}</math>", "<mrow>".repeat(1_000), "</mrow>".repeat(1_000));
        let document = Document::parse(&deep).unwrap();
        assert!(from_mathml::written(document.root_element()).unwrap_err().contains("deep"));
    }
}
