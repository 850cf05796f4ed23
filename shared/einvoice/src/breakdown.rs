//! Whether the breakdown of VAT (BG-23) has each category of the invoice, with what its lines, allowances and charges hold
//! (EN 16931-1, 6.4.3: `BR-S-01`, `BR-S-08` and their siblings).

use std::collections::BTreeMap;

use crate::amount::Amount;
use crate::element::Element;
use crate::fault::Faults;
use crate::places::{NET, SETTLEMENT, is_charge, lines};

/// Categories (UNTDID 5305), what the names of their rules have in their place, and whether each rate is a category of its own.
const CATEGORIES: [(&str, &str, bool); 9] = [
    ("S", "S", true),
    ("Z", "Z", false),
    ("E", "E", false),
    ("AE", "AE", false),
    ("K", "IC", false),
    ("G", "G", false),
    ("O", "O", false),
    ("L", "AF", true),
    ("M", "AG", true),
];

/// What is taxed alike: the place of the category in [`CATEGORIES`], and its rate where that parts it.
type Taxed = (usize, Option<Amount>);

/// Notes categories that the breakdown lacks or whose basis is another one, give or take one of the currency, as the Schematron takes it.
/// For profiles whose lines are all of one level.
pub(crate) fn check(root: Element<'_>, faults: &mut Faults) {
    let Some(settlement) = root.find(SETTLEMENT) else { return };
    let mut sums: BTreeMap<Taxed, Amount> = BTreeMap::new();
    let mut add = |tax: Option<Element<'_>>, amount: Option<Amount>| {
        if let Some((taxed, amount)) = tax.and_then(taxed).zip(amount) {
            let sum = sums.entry(taxed).or_default();
            *sum = sum.plus(amount);
        }
    };
    for line in lines(root) {
        add(line.find("SpecifiedLineTradeSettlement/ApplicableTradeTax"), line.number_quietly(NET));
    }
    for each in settlement.children("SpecifiedTradeAllowanceCharge") {
        let amount = each.number_quietly("ActualAmount");
        let amount = if is_charge(each) { amount } else { amount.map(|amount| Amount::ZERO.minus(amount)) };
        add(each.find("CategoryTradeTax"), amount);
    }
    for tax in settlement.children("ApplicableTradeTax") {
        let Some(taxed) = taxed(tax) else { continue };
        let right = sums.remove(&taxed).unwrap_or_default();
        if let Some(said) =
            tax.number_quietly("BasisAmount").filter(|said| !said.is_near(right, Amount::UNIT))
        {
            let detail = format!(
                "the taxable amount (BT-116) is {said}; it must be {right}, what lines, allowances and charges of this category come to"
            );
            faults.add(&rule(taxed, "08"), || tax.place(), detail);
        }
    }
    for (taxed, _) in sums {
        let (category, ..) = CATEGORIES[taxed.0];
        let of = taxed.1.map_or_else(String::new, |rate| format!(" with the rate {rate}"));
        let detail =
            format!("no breakdown of VAT (BG-23) is of the category `{category}`{of}, which the invoice has");
        faults.add(&rule(taxed, "01"), || settlement.place(), detail);
    }
}

fn rule((category, _): Taxed, number: &str) -> String {
    format!("BR-{}-{number}", CATEGORIES[category].1)
}

/// Nothing for categories that are unknown: they are told of elsewhere.
fn taxed(tax: Element<'_>) -> Option<Taxed> {
    let code = tax.text_at("CategoryCode")?;
    let category = CATEGORIES.iter().position(|(known, ..)| *known == code)?;
    let rate =
        CATEGORIES[category].2.then(|| tax.number_quietly("RateApplicablePercent").unwrap_or_default());
    Some((category, rate))
}
