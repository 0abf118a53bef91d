//! The text of a chart as SVG.

/// An SVG image that grows by elements, one a line.
pub struct Svg(String);

impl Svg {
    /// Creates a white image of this width and height, in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg(format!(
            "<svg width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" xmlns=\"http://www.w3.org/2000/svg\" \
             font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n"
        ))
    }
    /// Adds an element.
    pub fn put(&mut self, element: String) {
        self.0 += &element;
        self.0.push('\n');
    }
    /// Returns the text of the whole image.
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Returns the text with the characters escaped that have a meaning in XML.
pub fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
