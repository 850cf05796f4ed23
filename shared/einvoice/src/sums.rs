//! Whether the amounts of an invoice add up (EN 16931-1, 6.4.2), with the leeway that the Schematron of each profile gives.

use crate::amount::Amount;
use crate::element::Element;
use crate::fault::Faults;
use crate::places::{NET, SETTLEMENT, TOTALS, is_charge, lines};
use crate::profile::Profile;

/// Digits behind the point that amounts may have.
const PLACES: usize = 2;

/// The totals of an invoice; what is left out counts as nothing.
struct Totals {
    lines: Option<Amount>,
    allowances: Amount,
    charges: Amount,
    basis: Option<Amount>,
    tax: Option<Amount>,
    grand: Option<Amount>,
    paid: Amount,
    rounding: Amount,
    due: Option<Amount>,
}

/// Notes amounts that do not add up, or have more digits than money has.
pub(crate) fn check(root: Element<'_>, profile: &Profile, faults: &mut Faults) {
    let (Some(settlement), Some(totals)) = (root.find(SETTLEMENT), root.find(TOTALS)) else { return };
    let currency = settlement.text_at("InvoiceCurrencyCode").unwrap_or_default();
    let said = read(totals, &currency, faults);
    let leeway = match profile {
        // Its lines may come from several invoices (BR-FXEXT-CO-10 to 16).
        Profile::Extended => {
            let charges = settlement.children("SpecifiedTradeAllowanceCharge").count()
                + settlement.children("SpecifiedLogisticsServiceCharge").count();
            Amount::CENT.repeated(lines(root).count() + charges)
        }
        _ => Amount::ZERO,
    };
    let mut compare = |rule, what: &str, said: Option<Amount>, right: Option<Amount>, how: &str| {
        if let Some((said, right)) = said.zip(right)
            && !said.is_near(right, leeway)
        {
            let detail = format!("{what} is {said}; it must be {right}, {how}");
            faults.add(rule, || totals.place(), detail);
        }
    };
    if *profile != Profile::Minimum {
        let charged = |charges| {
            let all = settlement.children("SpecifiedTradeAllowanceCharge");
            let of_kind = all.filter(|each| is_charge(*each) == charges);
            of_kind.filter_map(|each| each.number_quietly("ActualAmount")).sum::<Amount>()
        };
        // EXTENDED has charges of logistics besides.
        let logistics = settlement
            .children("SpecifiedLogisticsServiceCharge")
            .filter_map(|each| each.number_quietly("AppliedAmount"))
            .sum();
        let (allowances, charges) = (charged(false), charged(true).plus(logistics));
        let of_document = "the sum of those of the document";
        compare(
            "BR-CO-11",
            "the sum of allowances (BT-107)",
            Some(said.allowances),
            Some(allowances),
            of_document,
        );
        compare("BR-CO-12", "the sum of charges (BT-108)", Some(said.charges), Some(charges), of_document);
        let basis = said.lines.map(|lines| lines.minus(said.allowances).plus(said.charges));
        compare("BR-CO-13", "the total without VAT (BT-109)", said.basis, basis, "BT-106 - BT-107 + BT-108");
        let taxes = settlement
            .children("ApplicableTradeTax")
            .filter_map(|tax| tax.number_quietly("CalculatedAmount"));
        compare(
            "BR-CO-14",
            "the total VAT (BT-110)",
            said.tax,
            Some(taxes.sum()),
            "the sum of the VAT by category (BT-117)",
        );
    }
    if profile.has_lines() {
        let sum = lines(root).filter_map(|line| line.number_quietly(NET)).sum();
        compare(
            "BR-CO-10",
            "the sum of the lines (BT-106)",
            said.lines,
            Some(sum),
            "the sum of the lines' net amounts (BT-131)",
        );
    }
    // MINIMUM may leave the tax out.
    let tax = said.tax.or((*profile != Profile::Minimum).then_some(Amount::ZERO));
    let grand = said.basis.zip(tax).map(|(basis, tax)| basis.plus(tax));
    compare("BR-CO-15", "the total with VAT (BT-112)", said.grand, grand, "BT-109 + BT-110");
    if *profile != Profile::Minimum {
        let due = said.grand.map(|grand| grand.minus(said.paid).plus(said.rounding));
        compare("BR-CO-16", "the amount due (BT-115)", said.due, due, "BT-112 - BT-113 + BT-114");
        for tax in settlement.children("ApplicableTradeTax") {
            check_tax(tax, profile, faults);
        }
    }
}

fn read(totals: Element<'_>, currency: &str, faults: &mut Faults) -> Totals {
    let mut money = |path, rule| money_at(totals, path, rule, faults);
    let (lines, allowances) =
        (money("LineTotalAmount", "BR-DEC-09"), money("AllowanceTotalAmount", "BR-DEC-10"));
    let (charges, basis) =
        (money("ChargeTotalAmount", "BR-DEC-11"), money("TaxBasisTotalAmount", "BR-DEC-12"));
    let (grand, paid) = (money("GrandTotalAmount", "BR-DEC-14"), money("TotalPrepaidAmount", "BR-DEC-16"));
    let (rounding, due) = (money("RoundingAmount", "BR-DEC-17"), money("DuePayableAmount", "BR-DEC-18"));
    // A second one may be in the currency of the taxes (BT-111).
    let tax = totals
        .children("TaxTotalAmount")
        .find(|tax| tax.attribute("currencyID").is_none_or(|named| named.trim() == currency));
    let tax = tax.and_then(|tax| {
        let read = tax.text().as_deref().and_then(Amount::read);
        match read {
            Some((_, places)) if places > PLACES => faults.add("BR-DEC-13", || tax.place(), TOO_FINE),
            Some(_) => {}
            None => faults.add(
                "",
                || tax.place(),
                "the total VAT (BT-110) must be a decimal number such as `12.50`",
            ),
        }
        read.map(|(amount, _)| amount)
    });
    Totals {
        lines,
        allowances: allowances.unwrap_or_default(),
        charges: charges.unwrap_or_default(),
        basis,
        tax,
        grand,
        paid: paid.unwrap_or_default(),
        rounding: rounding.unwrap_or_default(),
        due,
    }
}

const TOO_FINE: &str = "an amount has at most two digits behind the point";

/// An amount of money.
fn money_at(element: Element<'_>, path: &'static str, rule: &str, faults: &mut Faults) -> Option<Amount> {
    let (amount, places) = element.number_at(path, faults)?;
    if places > PLACES {
        faults.add(rule, || format!("{}/{path}", element.place()), TOO_FINE);
    }
    Some(amount)
}

/// The VAT of one category: the product of its basis and its rate, give or take one of the currency, as the Schematron takes it.
fn check_tax(tax: Element<'_>, profile: &Profile, faults: &mut Faults) {
    let basis = money_at(tax, "BasisAmount", "BR-DEC-19", faults);
    let said = money_at(tax, "CalculatedAmount", "BR-DEC-20", faults);
    let rate = tax.number_at("RateApplicablePercent", faults);
    let is_outside = tax.text_at("CategoryCode").as_deref() == Some("O");
    if rate.is_none() && !is_outside {
        faults.add("BR-48", || tax.place(), "the rate of VAT (BT-119) is missing");
    }
    let (Some(basis), Some(said)) = (basis, said) else { return };
    let right = basis.times(rate.unwrap_or_default().0.percent()).rounded();
    // EXTENDED has no such rule.
    if *profile != Profile::Extended && !said.is_near(right, Amount::UNIT) {
        let detail = format!("the tax (BT-117) is {said}; it must be {right}, BT-116 × BT-119 / 100");
        faults.add("BR-CO-17", || tax.place(), detail);
    }
}
