//! Properties that several layers can set: if one layer leaves a property open, the layer below decides.

/// Declares a struct of optional properties with `over`, which lays one of them over another.
macro_rules! layered {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub(crate) struct $name { $($(#[$field_doc])* pub $field: Option<$type>,)* }

        impl $name {
            /// Takes every property that `upper` states.
            pub fn lay(&mut self, upper: &$name) {
                $(if upper.$field.is_some() { self.$field.clone_from(&upper.$field); })*
            }
        }
    };
}
pub(crate) use layered;
