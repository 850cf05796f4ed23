//! What follows from the lines, allowances and charges of an invoice: the breakdown of VAT and the totals (EN 16931-1, 6.4.2 and 6.5).

use std::collections::BTreeMap;

use crate::amount::Amount;
use crate::filled::{At, Filled, Row, TermFaults};
use crate::terms::{ALLOWANCE, CHARGE, Group, INVOICE, LINE, VAT, at};
use crate::xml::Ready;

/// Categories of VAT whose rate decides on the tax; the others have the rate nothing.
const RATED: [&str; 3] = ["S", "L", "M"];

/// Why nothing is to be paid, where the category says it all (VATEX).
const EXEMPT: [(&str, &str); 4] =
    [("AE", "VATEX-EU-AE"), ("K", "VATEX-EU-IC"), ("G", "VATEX-EU-G"), ("O", "VATEX-EU-O")];

/// What categories are called in the names of their rules.
pub(crate) fn in_rules(category: &str) -> &str {
    match category {
        "K" => "IC",
        "L" => "AF",
        "M" => "AG",
        other => other,
    }
}

/// What is taxed alike: a category and its rate.
type Taxed = (String, Amount);

/// The basis of a category, and why nothing is to be paid.
#[derive(Default)]
struct Sum {
    basis: Amount,
    reason: Option<String>,
    code: Option<String>,
}

/// The places of the terms that allowances and charges have alike.
struct Terms {
    group: Group,
    amount: usize,
    base: usize,
    percent: usize,
    reason: usize,
    category: usize,
    rate: usize,
    why: usize,
    why_code: usize,
}

macro_rules! terms {
    ($group:expr, $table:expr) => {
        Terms {
            group: $group,
            amount: const { at($table, "amount") },
            base: const { at($table, "base") },
            percent: const { at($table, "percent") },
            reason: const { at($table, "reason") },
            category: const { at($table, "vatCategory") },
            rate: const { at($table, "vatRate") },
            why: const { at($table, "vatExemption.reason") },
            why_code: const { at($table, "vatExemption.code") },
        }
    };
}

fn number(row: &Row, place: usize) -> Option<Amount> {
    Some(Amount::read(row.get(place)?.as_deref()?)?.0)
}

/// Computes what follows from the rest, and notes where the data say something else.
pub(crate) fn complete(filled: Filled, faults: &mut TermFaults) -> Ready {
    let Filled { mut invoice, mut lines, mut allowances, mut charges, vat } = filled;
    let mut sums: BTreeMap<Taxed, Sum> = BTreeMap::new();
    let mut net = Amount::ZERO;
    for (index, line) in lines.iter_mut().enumerate() {
        if let Some(amount) = of_line(line, index, &mut sums, faults) {
            net = net.plus(amount);
        }
    }
    // Most invoices have one category of VAT, and their allowances are of it.
    let only = sums.keys().next().filter(|_| sums.len() == 1).cloned();
    let mut of_document = [Amount::ZERO; 2];
    for (sum, rows, terms) in [
        (0, &mut allowances, terms!(Group::Allowances, ALLOWANCE)),
        (1, &mut charges, terms!(Group::Charges, CHARGE)),
    ] {
        for (index, row) in rows.iter_mut().enumerate() {
            if let Some(amount) = of_allowance(row, index, &terms, only.as_ref(), &mut sums, faults) {
                of_document[sum] = of_document[sum].plus(amount);
            }
        }
    }
    let (vat, tax) = breakdown(&sums, vat, faults);
    tell_reasons(&sums, &mut lines, &mut allowances, &mut charges);
    let [allowed, charged] = of_document;
    write_totals(
        &mut invoice,
        [net, allowed, charged, tax],
        [!allowances.is_empty(), !charges.is_empty()],
        faults,
    );
    Ready { invoice, lines, allowances, charges, vat }
}

/// The net amount of a line, which is added to its category.
fn of_line(
    line: &mut Row,
    index: usize,
    sums: &mut BTreeMap<Taxed, Sum>,
    faults: &mut TermFaults,
) -> Option<Amount> {
    const NET: usize = at(LINE, "net");
    const CATEGORY: usize = at(LINE, "vatCategory");
    const RATE: usize = at(LINE, "vatRate");
    let place = |term| At::row(Group::Lines, index, term);
    line[const { at(LINE, "id") }].get_or_insert_with(|| (index + 1).to_string());
    for (term, rule) in [
        (const { at(LINE, "quantity") }, "BR-22"),
        (const { at(LINE, "unit") }, "BR-23"),
        (const { at(LINE, "name") }, "BR-25"),
        (const { at(LINE, "price") }, "BR-26"),
    ] {
        if line[term].is_none() {
            faults.missing(rule, place(term));
        }
    }
    let price = number(line, const { at(LINE, "price") })?;
    if price < Amount::ZERO {
        let term = const { at(LINE, "price") };
        faults.add(
            "BR-27",
            place(term),
            "the net price (BT-146) must not be negative; make the quantity negative",
        );
    }
    let base_place = const { at(LINE, "baseQuantity") };
    let base = number(line, base_place).unwrap_or(Amount::UNIT);
    let Some(product) = number(line, const { at(LINE, "quantity") })?.times(price).over(base) else {
        faults.add("", place(base_place), "the quantity that the price is for (BT-149) must not be 0");
        return None;
    };
    let part = |term| number(line, term).unwrap_or_default();
    for (amount, reason, rule) in [
        (const { at(LINE, "allowance.amount") }, const { at(LINE, "allowance.reason") }, "BR-42"),
        (const { at(LINE, "charge.amount") }, const { at(LINE, "charge.reason") }, "BR-44"),
    ] {
        if line[amount].is_some() && line[reason].is_none() {
            faults.missing(rule, place(reason));
        }
    }
    let amount = product
        .rounded()
        .minus(part(const { at(LINE, "allowance.amount") }))
        .plus(part(const { at(LINE, "charge.amount") }));
    if let Some((said, text)) = number(line, NET).zip(line[NET].as_deref())
        && said != amount
    {
        let how = "BT-129 × BT-146 / BT-149, less the allowance and with the charge of the line";
        faults.differs("PEPPOL-EN16931-R120", place(NET), text, amount, how);
    }
    line[NET] = Some(amount.to_string());
    let taxed = taxed(line, (CATEGORY, RATE), None, place, ["BR-CO-04", "-05"], faults)?;
    let sum = sums.entry(taxed).or_default();
    sum.basis = sum.basis.plus(amount);
    for (into, term) in [
        (&mut sum.reason, const { at(LINE, "vatExemption.reason") }),
        (&mut sum.code, const { at(LINE, "vatExemption.code") }),
    ] {
        match (into.as_ref(), &line[term]) {
            (Some(one), Some(other)) if one != other => {
                let detail = "lines of one category of VAT must have one reason why nothing is to be paid (BT-120, BT-121)";
                faults.add("", place(term), detail);
            }
            (None, Some(said)) => *into = Some(said.clone()),
            _ => {}
        }
    }
    Some(amount)
}

/// What of a row is taxed how: what it says, or what `only` is there.
fn taxed(
    row: &mut Row,
    (category, rate): (usize, usize),
    only: Option<&Taxed>,
    place: impl Fn(usize) -> At,
    [no_category, no_rate]: [&str; 2],
    faults: &mut TermFaults,
) -> Option<Taxed> {
    let said = number(row, rate);
    if row[category].is_none()
        && said.is_none()
        && let Some((code, of)) = only
    {
        row[category] = Some(code.clone());
        row[rate] = (code != "O").then(|| of.to_string());
        return only.cloned();
    }
    let is_taxed = said.is_some_and(|rate| rate > Amount::ZERO);
    let code = match row[category].clone() {
        Some(code) => code,
        None if is_taxed => "S".to_owned(),
        None => {
            faults.missing(no_category, place(category));
            return None;
        }
    };
    row[category] = Some(code.clone());
    let rule = format!("BR-{}{no_rate}", in_rules(&code));
    if !RATED.contains(&code.as_str()) {
        if is_taxed {
            faults.add(&rule, place(rate), format!("the rate of VAT must be 0 in the category `{code}`"));
        }
        row[rate] = (code != "O").then(|| Amount::ZERO.to_string());
        return Some((code, Amount::ZERO));
    }
    let Some(rate) = said else {
        faults.missing(&rule, place(rate));
        return None;
    };
    Some((code, rate))
}

/// The amount of an allowance or a charge, which is taken from its category or added to it.
fn of_allowance(
    row: &mut Row,
    index: usize,
    terms: &Terms,
    only: Option<&Taxed>,
    sums: &mut BTreeMap<Taxed, Sum>,
    faults: &mut TermFaults,
) -> Option<Amount> {
    let is_charge = terms.group == Group::Charges;
    let place = |term| At::row(terms.group, index, term);
    let of_base = number(row, terms.base).zip(number(row, terms.percent));
    let computed = of_base.map(|(base, percent)| base.times(percent.percent()).rounded());
    let amount = match (number(row, terms.amount), computed) {
        (Some(said), Some(right)) if said != right => {
            let (rule, text) = ("PEPPOL-EN16931-R040", row[terms.amount].clone().unwrap_or_default());
            faults.differs(rule, place(terms.amount), &text, right, "the base × the percentage / 100");
            said
        }
        (Some(amount), _) | (None, Some(amount)) => amount,
        (None, None) => {
            faults.missing(if is_charge { "BR-36" } else { "BR-31" }, place(terms.amount));
            return None;
        }
    };
    row[terms.amount] = Some(amount.to_string());
    if row[terms.reason].is_none() {
        faults.missing(if is_charge { "BR-38" } else { "BR-33" }, place(terms.reason));
    }
    let rules = if is_charge { ["BR-37", "-07"] } else { ["BR-32", "-06"] };
    let taxed = taxed(row, (terms.category, terms.rate), only, place, rules, faults)?;
    let sum = sums.entry(taxed).or_default();
    sum.basis = if is_charge { sum.basis.plus(amount) } else { sum.basis.minus(amount) };
    Some(amount)
}

/// EXTENDED parts categories by their reasons, too: whatever is of one says it.
fn tell_reasons(sums: &BTreeMap<Taxed, Sum>, lines: &mut [Row], allowances: &mut [Row], charges: &mut [Row]) {
    let (of_allowance, of_charge) = (terms!(Group::Allowances, ALLOWANCE), terms!(Group::Charges, CHARGE));
    let of_line = [
        const { at(LINE, "vatCategory") },
        const { at(LINE, "vatRate") },
        const { at(LINE, "vatExemption.reason") },
        const { at(LINE, "vatExemption.code") },
    ];
    let of = |terms: &Terms| [terms.category, terms.rate, terms.why, terms.why_code];
    for (rows, [category, rate, why, why_code]) in
        [(lines, of_line), (allowances, of(&of_allowance)), (charges, of(&of_charge))]
    {
        for row in rows {
            let Some(code) = row[category].clone() else { continue };
            let taxed = (code, number(row, rate).unwrap_or_default());
            let Some(sum) = sums.get(&taxed) else { continue };
            row[why] = sum.reason.clone();
            row[why_code] = reason_code(&taxed.0, sum);
        }
    }
}

fn reason_code(category: &str, sum: &Sum) -> Option<String> {
    let usual = EXEMPT.iter().find(|(of, _)| *of == category).map(|(_, code)| (*code).to_owned());
    sum.code.clone().or(usual)
}

/// The VAT of each category, and of all.
fn breakdown(
    sums: &BTreeMap<Taxed, Sum>,
    said: Option<Vec<Row>>,
    faults: &mut TermFaults,
) -> (Vec<Row>, Amount) {
    const AMOUNT: usize = at(VAT, "amount");
    const BASIS: usize = at(VAT, "basis");
    const CATEGORY: usize = at(VAT, "category");
    const RATE: usize = at(VAT, "rate");
    const REASON: usize = at(VAT, "exemption.reason");
    let (mut rows, mut all) = (Vec::with_capacity(sums.len()), Amount::ZERO);
    let mut said = said.map(|rows| rows.into_iter().map(Some).collect::<Vec<_>>());
    for ((category, rate), sum) in sums {
        let tax = sum.basis.times(rate.percent()).rounded();
        all = all.plus(tax);
        let mut row: Row = vec![None; VAT.len()];
        row[AMOUNT] = Some(tax.to_string());
        row[BASIS] = Some(sum.basis.to_string());
        row[CATEGORY] = Some(category.clone());
        row[RATE] = (category != "O").then(|| rate.to_string());
        row[REASON] = sum.reason.clone();
        row[const { at(VAT, "exemption.code") }] = reason_code(category, sum);
        let rule = |number: &str| format!("BR-{}-{number}", in_rules(category));
        check_reason(category, sum, &row, &rule, faults);
        rows.push(row);
        let Some(said) = &mut said else { continue };
        let found = said.iter_mut().enumerate().find(|(_, row)| {
            row.as_ref().is_some_and(|row| {
                let of = number(row, RATE).unwrap_or_default();
                let code = row[CATEGORY].as_deref().unwrap_or(if of > Amount::ZERO { "S" } else { category });
                code == category && of == *rate
            })
        });
        let Some((index, found)) = found else {
            let detail = format!(
                "the data have no VAT (BG-23) of the category `{category}` with the rate {rate}, which the invoice has"
            );
            faults.add(&rule("01"), At { row: Some((Group::Vat, 0)), term: Some(CATEGORY) }, detail);
            continue;
        };
        let found = found.take().unwrap_or_default();
        for (term, right, rule, how) in [
            (BASIS, sum.basis, rule("08"), "what lines, allowances and charges of the category come to"),
            (AMOUNT, tax, "BR-CO-17".to_owned(), "BT-116 × BT-119 / 100"),
        ] {
            compare(&found, term, right, At::row(Group::Vat, index, term), &rule, how, faults);
        }
    }
    for (index, row) in said.into_iter().flatten().enumerate() {
        let of =
            row.as_ref().map(|row| number(row, BASIS).or_else(|| number(row, AMOUNT)).unwrap_or_default());
        if of.is_some_and(|amount| amount != Amount::ZERO) {
            let detail = "the data have the VAT (BG-23) of a category that no line, allowance or charge has";
            faults.add("BR-CO-18", At::row(Group::Vat, index, CATEGORY), detail);
        }
    }
    (rows, all)
}

/// Whether a category says why nothing is to be paid, where it has to and only there.
fn check_reason(
    category: &str,
    sum: &Sum,
    row: &Row,
    rule: &impl Fn(&str) -> String,
    faults: &mut TermFaults,
) {
    // What is to be told stands at the lines.
    let place = At::row(Group::Lines, 0, const { at(LINE, "vatExemption.reason") });
    let is_told = sum.reason.is_some() || row[const { at(VAT, "exemption.code") }].is_some();
    let is_taxed = RATED.contains(&category) || category == "Z";
    if is_taxed && is_told {
        let detail = format!(
            "the category of VAT `{category}` has no reason why nothing is to be paid (BT-120, BT-121)"
        );
        faults.add(&rule("10"), place, detail);
    } else if !is_taxed && !is_told {
        let detail = format!(
            "the category of VAT `{category}` needs a reason why nothing is to be paid (BT-120 or BT-121)"
        );
        faults.add(&rule("10"), place, detail);
    }
}

fn compare(row: &Row, term: usize, right: Amount, at: At, rule: &str, how: &str, faults: &mut TermFaults) {
    if let Some((said, text)) = number(row, term).zip(row[term].as_deref())
        && said != right
    {
        faults.differs(rule, at, text, right, how);
    }
}

/// Writes the totals in the place of those that the data have, which must be the same.
fn write_totals(
    invoice: &mut Row,
    [net, allowed, charged, tax]: [Amount; 4],
    [has_allowances, has_charges]: [bool; 2],
    faults: &mut TermFaults,
) {
    const PAID: usize = at(INVOICE, "totals.paid");
    let basis = net.minus(allowed).plus(charged);
    let gross = basis.plus(tax);
    let (paid, rounding) = (number(invoice, PAID), number(invoice, const { at(INVOICE, "totals.rounding") }));
    let due = gross.minus(paid.unwrap_or_default()).plus(rounding.unwrap_or_default());
    let of_document = "the sum of those of the document";
    for (term, right, rule, how, is_written) in [
        (
            const { at(INVOICE, "totals.lines") },
            net,
            "BR-CO-10",
            "the sum of the lines' net amounts (BT-131)",
            true,
        ),
        (const { at(INVOICE, "totals.allowances") }, allowed, "BR-CO-11", of_document, has_allowances),
        (const { at(INVOICE, "totals.charges") }, charged, "BR-CO-12", of_document, has_charges),
        (const { at(INVOICE, "totals.net") }, basis, "BR-CO-13", "BT-106 - BT-107 + BT-108", true),
        (
            const { at(INVOICE, "totals.vat") },
            tax,
            "BR-CO-14",
            "the sum of the VAT by category (BT-117)",
            true,
        ),
        (const { at(INVOICE, "totals.gross") }, gross, "BR-CO-15", "BT-109 + BT-110", true),
        (const { at(INVOICE, "totals.due") }, due, "BR-CO-16", "BT-112 - BT-113 + BT-114", true),
    ] {
        compare(invoice, term, right, At::invoice(term), rule, how, faults);
        invoice[term] = is_written.then(|| right.to_string());
    }
    if paid == Some(Amount::ZERO) {
        invoice[PAID] = None;
    }
}
