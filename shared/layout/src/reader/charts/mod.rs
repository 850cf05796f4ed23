//! Reads charts (21.2), with every colour and font resolved.

mod axes;
mod chart_text;
mod fits;
mod look;
mod part;
mod point_labels;
mod series;
mod shapes;
mod split_pie;
