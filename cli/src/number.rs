//! Formatting of numbers: groups of three digits, and words for what is counted.

/// Writes a number with a space between each three digits.
pub fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n != 0 && (digits.len() - n).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a number as text with `decimals` digits after the point; a dash for `None`.
pub fn decimals(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".into(), |number| format!("{number:.decimals$}"))
}

/// Writes a number of things: `1 bit`, `32 bits`.
pub fn plural(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
