//! Honest templates, damaged: cut off anywhere, with bits flipped. The seed says where.

use platen_samples::SAMPLES;

use super::Case;

/// A small generator of numbers (xorshift64*): the same seed gives the same cases everywhere.
pub struct Numbers(pub u64);

impl Numbers {
    /// The next number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end.max(1)
    }
}

/// So many cases.
pub fn all(seed: u64, count: usize) -> Vec<Case> {
    let mut numbers = Numbers(seed | 1);
    let samples: Vec<(&str, Vec<u8>, Vec<u8>)> = SAMPLES
        .iter()
        .map(|sample| (sample.file_name, (sample.docx)(), serde_json::to_vec(&(sample.data)()).unwrap()))
        .collect();
    (0..count)
        .map(|number| {
            let (name, template, data) = &samples[number % samples.len()];
            let mut bytes = template.clone();
            let how = if number % 4 == 0 {
                bytes.truncate(numbers.below(bytes.len()));
                format!("cut to {} bytes", bytes.len())
            } else {
                let flips = 1 + numbers.below(8);
                for _ in 0..flips {
                    let at = numbers.below(bytes.len());
                    bytes[at] ^= 1 << numbers.below(8);
                }
                format!("{flips} bits flipped")
            };
            Case::harmless(format!("damaged {number}: {name}, {how}"), bytes).with_data(data.clone())
        })
        .collect()
}
