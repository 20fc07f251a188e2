//! Setters of options.

/// A method for each field, with the field's name, that sets it and returns the options: `Limits::default().joints(100)`. Options are
/// `#[non_exhaustive]`, so that other crates cannot make them by literals. The setter of an `optional` field takes its value with and
/// without `Some`.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($options:ident { $($field:ident: $value:ty),* $(,)? } $(optional { $($optional:ident: $inner:ty),* $(,)? })?) => {
        impl $options {
            $(
                #[doc = concat!("Sets the field `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, value: $value) -> Self {
                    self.$field = value;
                    self
                }
            )*
            $($(
                #[doc = concat!("Sets the field `", stringify!($optional), "`.")]
                #[must_use]
                pub fn $optional(mut self, value: impl Into<Option<$inner>>) -> Self {
                    self.$optional = value.into();
                    self
                }
            )*)?
        }
    };
}
