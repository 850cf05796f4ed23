//! What an invoice must say: business terms of EN 16931 (part 1, 6.4.1) and XRechnung 3.0 (chapter 10), where CII has them, and
//! the codes among them.

use crate::amount::Amount;
use crate::codes;
use crate::element::Element;
use crate::fault::{Faults, quoted};
use crate::places::{AGREEMENT, DOCUMENT, SELLER, SETTLEMENT, TOTALS, lines};
use crate::profile::Profile;

/// Which profiles a rule is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    /// All but MINIMUM.
    BasicWl,
    XRechnung,
}

impl Of {
    fn takes(self, profile: &Profile) -> bool {
        match self {
            Of::All => true,
            Of::BasicWl => *profile != Profile::Minimum,
            Of::XRechnung => matches!(profile, Profile::XRechnung(_)),
        }
    }
}

/// A term that must be there: its rule, the profiles, the term, and the way to it.
type Term = (&'static str, Of, &'static str, &'static str);

/// Terms of the invoice as a whole, by the elements that they stand in.
const OF_INVOICE: [(&str, &[Term]); 5] = [
    (
        DOCUMENT,
        &[
            ("BR-02", Of::All, "the invoice number (BT-1)", "ID"),
            ("BR-03", Of::All, "the date of issue (BT-2)", "IssueDateTime/DateTimeString"),
            ("BR-04", Of::All, "the kind of invoice (BT-3)", "TypeCode"),
        ],
    ),
    (
        AGREEMENT,
        &[
            ("BR-07", Of::All, "the buyer's name (BT-44)", "BuyerTradeParty/Name"),
            (
                "BR-11",
                Of::BasicWl,
                "the buyer's country (BT-55)",
                "BuyerTradeParty/PostalTradeAddress/CountryID",
            ),
            (
                "BR-DE-8",
                Of::XRechnung,
                "the buyer's city (BT-52)",
                "BuyerTradeParty/PostalTradeAddress/CityName",
            ),
            (
                "BR-DE-9",
                Of::XRechnung,
                "the buyer's post code (BT-53)",
                "BuyerTradeParty/PostalTradeAddress/PostcodeCode",
            ),
            (
                "BR-DE-15",
                Of::XRechnung,
                "the buyer's reference (BT-10), to authorities the Leitweg-ID",
                "BuyerReference",
            ),
        ],
    ),
    (
        SELLER,
        &[
            ("BR-06", Of::All, "the seller's name (BT-27)", "Name"),
            ("BR-09", Of::All, "the seller's country (BT-40)", "PostalTradeAddress/CountryID"),
            ("BR-DE-3", Of::XRechnung, "the seller's city (BT-37)", "PostalTradeAddress/CityName"),
            ("BR-DE-4", Of::XRechnung, "the seller's post code (BT-38)", "PostalTradeAddress/PostcodeCode"),
            (
                "BR-DE-6",
                Of::XRechnung,
                "the seller's telephone number (BT-42)",
                "DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber",
            ),
            (
                "BR-DE-7",
                Of::XRechnung,
                "the seller's e-mail address (BT-43)",
                "DefinedTradeContact/EmailURIUniversalCommunication/URIID",
            ),
        ],
    ),
    (
        SETTLEMENT,
        &[
            ("BR-05", Of::All, "the currency (BT-5)", "InvoiceCurrencyCode"),
            ("BR-CO-18", Of::BasicWl, "the VAT by its categories (BG-23)", "ApplicableTradeTax/CategoryCode"),
            (
                "BR-DE-1",
                Of::XRechnung,
                "the way of payment (BG-16)",
                "SpecifiedTradeSettlementPaymentMeans/TypeCode",
            ),
        ],
    ),
    (
        TOTALS,
        &[
            ("BR-12", Of::BasicWl, "the sum of the lines (BT-106)", "LineTotalAmount"),
            ("BR-13", Of::All, "the total without VAT (BT-109)", "TaxBasisTotalAmount"),
            ("BR-14", Of::All, "the total with VAT (BT-112)", "GrandTotalAmount"),
            ("BR-15", Of::All, "the amount due (BT-115)", "DuePayableAmount"),
        ],
    ),
];

/// Terms of a line.
const OF_LINE: [Term; 6] = [
    ("BR-21", Of::All, "the number of the line (BT-126)", "AssociatedDocumentLineDocument/LineID"),
    ("BR-22", Of::All, "the quantity (BT-129)", "SpecifiedLineTradeDelivery/BilledQuantity"),
    (
        "BR-24",
        Of::All,
        "the net amount (BT-131)",
        "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    ),
    ("BR-25", Of::All, "the name of the item (BT-153)", "SpecifiedTradeProduct/Name"),
    (
        "BR-26",
        Of::All,
        "the net price (BT-146)",
        "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
    ),
    (
        "BR-CO-04",
        Of::All,
        "the category of VAT (BT-151)",
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
    ),
];

/// Terms of the VAT of one category.
const OF_TAX: [Term; 2] = [
    ("BR-45", Of::All, "the taxable amount (BT-116)", "BasisAmount"),
    ("BR-46", Of::All, "the tax (BT-117)", "CalculatedAmount"),
];

/// Notes what is missing, and codes that are none.
pub(crate) fn check(root: Element<'_>, profile: &Profile, faults: &mut Faults) {
    for (base, terms) in OF_INVOICE {
        let place = || format!("{}/{base}", root.place());
        demand(root.find(base), place, terms, profile, faults);
    }
    if profile.has_lines() {
        check_lines(root, profile, faults);
    }
    if *profile != Profile::Minimum {
        for tax in root.find(SETTLEMENT).into_iter().flat_map(|all| all.children("ApplicableTradeTax")) {
            demand(Some(tax), || tax.place(), &OF_TAX, profile, faults);
        }
    }
    check_document(root, faults);
    check_parties(root, faults);
}

/// Notes each term that is not said in an element.
fn demand(
    element: Option<Element<'_>>,
    place: impl Fn() -> String,
    terms: &[Term],
    profile: &Profile,
    faults: &mut Faults,
) {
    for &(rule, _, name, path) in terms.iter().filter(|(_, of, ..)| of.takes(profile)) {
        if element.and_then(|element| element.text_at(path)).is_none() {
            faults.add(rule, || format!("{}/{path}", place()), format!("{name} is missing"));
        }
    }
}

fn check_lines(root: Element<'_>, profile: &Profile, faults: &mut Faults) {
    let mut count = 0;
    for line in lines(root) {
        count += 1;
        demand(Some(line), || line.place(), &OF_LINE, profile, faults);
        let unit = line
            .find("SpecifiedLineTradeDelivery/BilledQuantity")
            .and_then(|quantity| quantity.attribute("unitCode"));
        if unit.is_none_or(|unit| unit.trim().is_empty()) {
            faults.add("BR-23", || line.place(), "the unit of the quantity (BT-130, `unitCode`) is missing");
        }
        let price = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount";
        let is_negative = line.number_at(price, faults).is_some_and(|(price, _)| price < Amount::ZERO);
        // EXTENDED has no such rule.
        if is_negative && *profile != Profile::Extended {
            faults.add("BR-27", || line.place(), "the net price (BT-146) must not be negative");
        }
        let category = line.text_at("SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode");
        check_code(
            "BR-CL-18",
            category,
            codes::is_tax,
            || line.place(),
            "category of VAT (UNTDID 5305)",
            faults,
        );
    }
    if count == 0 {
        faults.add(
            "BR-16",
            || root.place(),
            format!("an invoice of the profile {} has a line", profile.level()),
        );
    }
}

fn check_document(root: Element<'_>, faults: &mut Faults) {
    if let Some(document) = root.find(DOCUMENT) {
        let place = || document.place();
        check_code(
            "BR-CL-01",
            document.text_at("TypeCode"),
            codes::is_kind,
            place,
            "kind of invoice (UNTDID 1001)",
            faults,
        );
        if let Some(date) = document.find("IssueDateTime/DateTimeString") {
            let said = date.text().unwrap_or_default();
            // Format 102 of UNTDID 2379, the only one that EN 16931 takes.
            let is_day = date.attribute("format").as_deref() == Some("102") && is_day(&said);
            if !said.is_empty() && !is_day {
                let detail = format!(
                    "{} must be a date such as `20260131`, with the attribute `format=\"102\"`",
                    quoted(&said)
                );
                faults.add("BR-03", || date.place(), detail);
            }
        }
    }
    if let Some(settlement) = root.find(SETTLEMENT) {
        let place = || settlement.place();
        let currency = settlement.text_at("InvoiceCurrencyCode");
        check_code("BR-CL-04", currency, codes::is_currency, place, "currency (ISO 4217)", faults);
        for tax in settlement.children("ApplicableTradeTax") {
            let category = tax.text_at("CategoryCode");
            check_code(
                "BR-CL-17",
                category,
                codes::is_tax,
                || tax.place(),
                "category of VAT (UNTDID 5305)",
                faults,
            );
        }
    }
}

fn check_parties(root: Element<'_>, faults: &mut Faults) {
    let parties = root.find(AGREEMENT).into_iter().flat_map(|agreement| {
        ["SellerTradeParty", "BuyerTradeParty"].into_iter().filter_map(move |name| agreement.find(name))
    });
    for party in parties {
        let place = || party.place();
        let country = party.text_at("PostalTradeAddress/CountryID");
        check_code("BR-CL-14", country, codes::is_country, place, "country (ISO 3166-1)", faults);
        let registered = party.children("SpecifiedTaxRegistration").filter_map(|each| each.find("ID"));
        for id in registered.filter(|id| id.attribute("schemeID").as_deref() == Some("VA")) {
            let said = id.text().unwrap_or_default();
            if !codes::is_tax_id(&said) {
                let detail = format!("the VAT id {} must begin with a country, such as `DE`", quoted(&said));
                faults.add("BR-CO-09", || id.place(), detail);
            }
        }
    }
    let Some(seller) = root.find(SELLER) else { return };
    let ids = ["ID", "GlobalID", "SpecifiedLegalOrganization/ID"];
    let is_known = ids.into_iter().any(|path| seller.text_at(path).is_some())
        || seller
            .children("SpecifiedTaxRegistration")
            .filter_map(|each| each.find("ID"))
            .any(|id| id.attribute("schemeID").as_deref() == Some("VA"));
    if !is_known {
        let detail = "the seller needs an id: its own (BT-29), that of its registration (BT-30) or that for VAT (BT-31)";
        faults.add("BR-CO-26", || seller.place(), detail);
    }
}

fn check_code(
    rule: &str,
    code: Option<String>,
    is_known: impl Fn(&str) -> bool,
    place: impl FnOnce() -> String,
    what: &str,
    faults: &mut Faults,
) {
    if let Some(code) = code.filter(|code| !is_known(code)) {
        faults.add(rule, place, format!("{} is not a code of a {what}", quoted(&code)));
    }
}

/// Whether a text is a day of the calendar, as `YYYYMMDD`.
pub(crate) fn is_day(text: &str) -> bool {
    let number = |range| text.get(range).and_then(|digits: &str| digits.parse::<u16>().ok());
    if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(4..6), number(6..8)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::is_day;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert!(["20260131", "20240229", "20000229", "99991231"].into_iter().all(is_day));
        let none = ["20260230", "19000229", "20261301", "20260100", "2026-1-1", "202601310", "", "２０２６"];
        assert!(!none.into_iter().any(is_day));
    }
}
