//! From filled terms to the XML of an invoice.

use platen_ooxml::Bounds;

use crate::amount::Amount;
use crate::filled::{At, Filled, TermFaults};
use crate::normal::normal;
use crate::profile::Profile;
use crate::read::{InvoiceError, read};
use crate::terms::{From, Group, INVOICE, LINE, VAT, at};
use crate::totals::{complete, in_rules};
use crate::xml::{Ready, write};

/// Lines of an invoice.
///
/// Attack: a list of a million elements, of which XML of a gigabyte would be made.
const MOST_LINES: usize = 20_000;

/// The kind of an invoice that says none (UNTDID 1001): a commercial invoice.
const KIND: &str = "380";

/// The business process that XRechnung 3.0 asks for.
const PROCESS: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/// How an account of a bank is paid to (UNTDID 4461): SEPA credit transfer.
const TRANSFER: &str = "58";

/// Why no invoice was made.
#[derive(Debug)]
pub enum MakeError {
    /// The data lack something, or contradict themselves.
    Faults(TermFaults),
    /// It took too long.
    Exhausted(platen_ooxml::Exhausted),
}

/// Makes the XML of an invoice: totals and VAT are computed, and compared with what the data say of them; then it is looked at by
/// the rules of its profile, as one that came ready is.
///
/// # Errors
/// All that is wrong with the data, each with its term and rule; the budget has ended.
pub fn make(mut filled: Filled, bounds: Bounds<'_>) -> Result<Vec<u8>, MakeError> {
    let mut faults = TermFaults::default();
    if filled.lines.len() > MOST_LINES {
        let detail = format!("an invoice has at most {MOST_LINES} lines, not {}", filled.lines.len());
        faults.add("", At { row: Some((Group::Lines, 0)), term: None }, detail);
        return Err(MakeError::Faults(faults));
    }
    const PROFILE: usize = at(INVOICE, "profile");
    let profile = filled.invoice[PROFILE].as_deref().and_then(Profile::of_name);
    let Some(profile) = profile else {
        faults.add(
            "BR-01",
            At::invoice(PROFILE),
            format!("the profile (BT-24) must be one of {}", Profile::NAMES),
        );
        return Err(MakeError::Faults(faults));
    };
    filled.invoice[PROFILE] = Some(profile.id());
    normal(&mut filled.invoice, None, &mut faults);
    for (group, rows) in [
        (Group::Lines, &mut filled.lines),
        (Group::Allowances, &mut filled.allowances),
        (Group::Charges, &mut filled.charges),
        (Group::Vat, filled.vat.get_or_insert_default()),
    ] {
        for (index, row) in rows.iter_mut().enumerate() {
            normal(row, Some((group, index)), &mut faults);
        }
        bounds.budget.spend(rows.len() as u64).map_err(MakeError::Exhausted)?;
    }
    // An empty list is a breakdown that lacks everything; none at all is not compared.
    filled.vat = filled.vat.filter(|rows| !rows.is_empty());
    if filled.lines.is_empty() {
        let detail = "an invoice has a line (BG-25), of which its totals are computed";
        faults.add("BR-16", At { row: Some((Group::Lines, 0)), term: None }, detail);
    }
    let mut ready = complete(filled, &mut faults);
    usual(&mut ready, &profile);
    check(&ready, &profile, &mut faults);
    let xml = write(&ready, from(&profile));
    match read(&xml, bounds) {
        Ok(_) => {}
        Err(InvoiceError::Exhausted(exhausted)) => return Err(MakeError::Exhausted(exhausted)),
        // What was told of the data already would be told of the XML again, in its words.
        Err(InvoiceError::Faults(of_xml)) => {
            for fault in of_xml.listed() {
                let is_told =
                    faults.listed().iter().any(|told| told.rule == fault.rule && !fault.rule.is_empty());
                let place = place(&fault.place, &fault.rule);
                let is_at_told = faults.listed().iter().any(|told| told.at == place && place.term.is_some());
                if !is_told && !is_at_told {
                    faults.add(&fault.rule, place, fault.detail.clone());
                }
            }
        }
    }
    if faults.is_empty() { Ok(xml) } else { Err(MakeError::Faults(faults)) }
}

fn from(profile: &Profile) -> From {
    match profile {
        Profile::Minimum => From::Minimum,
        Profile::BasicWl => From::BasicWl,
        Profile::Basic => From::Basic,
        Profile::En16931 | Profile::XRechnung(_) => From::En,
        Profile::Extended => From::Extended,
    }
}

/// What goes without saying.
fn usual(ready: &mut Ready, profile: &Profile) {
    const MEANS: usize = at(INVOICE, "payment.means");
    let invoice = &mut ready.invoice;
    invoice[const { at(INVOICE, "type") }].get_or_insert_with(|| KIND.to_owned());
    if matches!(profile, Profile::XRechnung(_)) {
        invoice[const { at(INVOICE, "process") }].get_or_insert_with(|| PROCESS.to_owned());
    }
    if invoice[const { at(INVOICE, "payment.iban") }].is_some() {
        invoice[MEANS].get_or_insert_with(|| TRANSFER.to_owned());
    }
}

/// Notes what the rules on VAT, payment and XRechnung ask for besides (EN 16931-1, 6.4.3; XRechnung 3.0).
fn check(ready: &Ready, profile: &Profile, faults: &mut TermFaults) {
    let has = |term: usize| ready.invoice[term].is_some();
    let mut demand = |is_there: bool, rule: &str, term: usize, why: &str| {
        if !is_there {
            let at = At::invoice(term);
            faults.add(rule, at, format!("{} is missing{why}", at.told()));
        }
    };
    const SELLER_VAT: usize = at(INVOICE, "seller.vatId");
    const BUYER_VAT: usize = at(INVOICE, "buyer.vatId");
    const DUE_DATE: usize = at(INVOICE, "dueDate");
    if *profile == Profile::Minimum {
        return;
    }
    let is_registered = has(SELLER_VAT) || has(const { at(INVOICE, "seller.taxNumber") });
    for row in &ready.vat {
        let category = row[const { at(VAT, "category") }].as_deref().unwrap_or_default();
        let rule = |number: &str| format!("BR-{}-{number}", in_rules(category));
        let why = format!(": the category of VAT `{category}` needs it");
        match category {
            "K" | "G" => demand(has(SELLER_VAT), &rule("02"), SELLER_VAT, &why),
            "O" => {}
            _ => demand(
                is_registered,
                &rule("02"),
                SELLER_VAT,
                &format!(", and the tax number (BT-32) too{why}"),
            ),
        }
        match category {
            "K" => {
                let is_delivered =
                    has(const { at(INVOICE, "delivery.date") }) || has(const { at(INVOICE, "period.start") });
                demand(has(BUYER_VAT), &rule("02"), BUYER_VAT, &why);
                demand(is_delivered, &rule("11"), const { at(INVOICE, "delivery.date") }, &why);
                let country = const { at(INVOICE, "delivery.country") };
                demand(has(country), &rule("12"), country, &why);
            }
            "AE" => {
                let is_known = has(BUYER_VAT) || has(const { at(INVOICE, "buyer.registrationId") });
                demand(is_known, &rule("02"), BUYER_VAT, &why);
            }
            _ => {}
        }
    }
    let due = ready.invoice[const { at(INVOICE, "totals.due") }].as_deref().and_then(Amount::read);
    let is_due = due.is_some_and(|(due, _)| due > Amount::ZERO);
    let is_told = has(DUE_DATE) || has(const { at(INVOICE, "payment.terms") });
    demand(
        !is_due || is_told,
        "BR-CO-25",
        DUE_DATE,
        ": an invoice with an amount due has it, or terms of payment (BT-20)",
    );
    let means = ready.invoice[const { at(INVOICE, "payment.means") }].as_deref();
    let iban = const { at(INVOICE, "payment.iban") };
    let is_transfer = matches!(means, Some("30" | "58"));
    demand(!is_transfer || has(iban), "BR-61", iban, ": a credit transfer needs it");
    if matches!(profile, Profile::XRechnung(_)) {
        for (rule, term) in [
            ("BR-DE-5", const { at(INVOICE, "seller.contact.name") }),
            ("PEPPOL-EN16931-R020", const { at(INVOICE, "seller.electronicAddress") }),
            ("PEPPOL-EN16931-R010", const { at(INVOICE, "buyer.electronicAddress") }),
        ] {
            demand(has(term), rule, term, "");
        }
    }
    if ready.vat.iter().any(|row| row[const { at(VAT, "category") }].as_deref() == Some("O")) {
        for term in [SELLER_VAT, BUYER_VAT].into_iter().filter(|term| has(*term)) {
            let at = At::invoice(term);
            let detail = format!("{} is there; an invoice of the category of VAT `O` has none", at.told());
            faults.add("BR-O-02", at, detail);
        }
    }
}

/// The term that stands at a place of the XML.
fn place(place: &str, rule: &str) -> At {
    let path = place.strip_prefix("/CrossIndustryInvoice/").unwrap_or(place);
    let mut steps = path.split('/').map(|step| step.split('[').next().unwrap_or_default());
    let line = path.split('/').nth(1).filter(|step| step.starts_with(Group::Lines.element()));
    let (terms, row, plain) = match line {
        Some(step) => {
            let number = step.split(['[', ']']).nth(1).and_then(|number| number.parse::<usize>().ok());
            (LINE, Some((Group::Lines, number.unwrap_or(1) - 1)), steps.skip(2).collect::<Vec<_>>().join("/"))
        }
        None => (INVOICE, None, steps.by_ref().collect::<Vec<_>>().join("/")),
    };
    let by_rule = match rule {
        "BR-CO-26" => Some("seller.vatId"),
        "BR-CL-18" => Some("vatCategory"),
        _ => None,
    };
    let term = terms.iter().position(|term| {
        !term.name.is_empty()
            && (Some(term.name) == by_rule || !term.path.is_empty() && plain.starts_with(term.path))
    });
    At { row, term }
}
