//! Generated e-invoices: what the service takes, factur-x (Python) takes, with the XSD and the Schematron of the profile; and what is
//! refused is refused by both.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use platen_einvoice::{InvoiceError, read};
use platen_ooxml::{Bounds, Budget, Limits};
use platen_tests::random::Random;

/// Invoices of all profiles, which generated ones begin with.
const PROFILES: [&str; 6] = ["minimum", "basic-wl", "basic", "en16931", "extended", "xrechnung"];

/// Categories of VAT (UNTDID 5305) with a rate in percent, and why nothing is to be paid.
const TAXES: [(&str, i64, &str); 6] = [
    ("S", 19, ""),
    ("S", 7, ""),
    ("S", 20, ""),
    ("Z", 0, ""),
    ("E", 0, "Exempt"),
    ("AE", 0, "Reverse charge"),
];

/// Amounts that others have to agree with.
const AMOUNTS: [&str; 9] = [
    "<ram:BasisAmount",
    "<ram:LineTotalAmount",
    "<ram:ActualAmount",
    "<ram:ChargeTotalAmount",
    "<ram:AllowanceTotalAmount",
    "<ram:TaxBasisTotalAmount",
    "<ram:TaxTotalAmount",
    "<ram:GrandTotalAmount",
    "<ram:CalculatedAmount",
];

/// A document's allowance or charge, or a line: cents, and its place in [`TAXES`].
#[derive(Clone, Copy)]
struct Part {
    cents: i64,
    tax: usize,
}

fn money(cents: i64) -> String {
    format!("{}{}.{:02}", if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100)
}

/// The category of a line, an allowance or a charge. In EXTENDED it says its reason, too: categories with other reasons are other ones.
fn category(profile: &str, tax: usize) -> String {
    let reason = if profile == "extended" { reason(tax) } else { String::new() };
    format!("<ram:TypeCode>VAT</ram:TypeCode>{reason}{}", code(tax))
}

fn code(tax: usize) -> String {
    let (category, rate, _) = TAXES[tax];
    format!(
        "<ram:CategoryCode>{category}</ram:CategoryCode><ram:RateApplicablePercent>{rate}</ram:RateApplicablePercent>"
    )
}

fn reason(tax: usize) -> String {
    match TAXES[tax] {
        (_, _, "") => String::new(),
        (_, _, reason) => format!("<ram:ExemptionReason>{reason}</ram:ExemptionReason>"),
    }
}

/// A line of a quantity in hundredths by a price in ten-thousandths, and its net amount.
fn line(profile: &str, number: usize, tax: usize, random: &mut Random) -> (String, Part) {
    let (quantity, price) = (1 + random.below(5_000) as i64, random.below(9_999_999) as i64);
    let cents = (quantity * price + 5_000) / 10_000;
    let text = format!(
        "<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>{number}</ram:LineID>\
         </ram:AssociatedDocumentLineDocument><ram:SpecifiedTradeProduct><ram:Name>Ware {number} &lt;ä&gt;</ram:Name></ram:SpecifiedTradeProduct>\
         <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>{}.{:04}</ram:ChargeAmount>\
         </ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement><ram:SpecifiedLineTradeDelivery>\
         <ram:BilledQuantity unitCode=\"HUR\">{}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery><ram:SpecifiedLineTradeSettlement>\
         <ram:ApplicableTradeTax>{}</ram:ApplicableTradeTax>\
         <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>{}</ram:LineTotalAmount>\
         </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>\n",
        price / 10_000,
        price % 10_000,
        money(quantity),
        category(profile, tax),
        money(cents),
    );
    (text, Part { cents, tax })
}

fn allowance_or_charge(profile: &str, is_charge: bool, Part { cents, tax }: Part) -> String {
    format!(
        "<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>{is_charge}</udt:Indicator></ram:ChargeIndicator>\
         <ram:ActualAmount>{}</ram:ActualAmount><ram:Reason>Grund</ram:Reason><ram:CategoryTradeTax>{}\
         </ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>\n",
        money(cents),
        category(profile, tax),
    )
}

/// An invoice of a profile: lines, allowances, charges, taxes and totals are random and add up, the rest is the profile's example.
fn invoice(profile: &str, random: &mut Random) -> String {
    let taxes: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(TAXES.len())).collect();
    let any = |random: &mut Random| taxes[random.below(taxes.len())];
    let lines: Vec<(String, Part)> = (1..=1 + random.below(6))
        .map(|number| {
            let tax = any(random);
            line(profile, number, tax, random)
        })
        .collect();
    let mut sums: BTreeMap<(&str, i64), (usize, i64)> = BTreeMap::new();
    let mut add = |Part { cents, tax }: Part| {
        let (category, rate, _) = TAXES[tax];
        sums.entry((category, rate)).or_insert((tax, 0)).1 += cents;
    };
    lines.iter().for_each(|(_, part)| add(*part));
    let mut others = String::new();
    let mut of_document = [0, 0];
    for is_charge in [false, true] {
        for _ in 0..random.below(3) {
            // Of a tax that a line has; an allowance is less than the line.
            let (_, of) = &lines[random.below(lines.len())];
            let cents = random.below(1 + usize::try_from(of.cents / 4).unwrap()) as i64;
            others += &allowance_or_charge(profile, is_charge, Part { cents, tax: of.tax });
            add(Part { cents: if is_charge { cents } else { -cents }, tax: of.tax });
            of_document[usize::from(is_charge)] += cents;
        }
    }
    let (mut breakdown, mut tax_total) = (String::new(), 0);
    for (tax, basis) in sums.values() {
        let (_, rate, _) = TAXES[*tax];
        let amount = (basis * rate + 50).div_euclid(100);
        writeln!(
            breakdown,
            "<ram:ApplicableTradeTax><ram:CalculatedAmount>{}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>{}\
             <ram:BasisAmount>{}</ram:BasisAmount>{}</ram:ApplicableTradeTax>",
            money(amount),
            reason(*tax),
            money(*basis),
            code(*tax),
        )
        .unwrap();
        tax_total += amount;
    }
    let net: i64 = lines.iter().map(|(_, part)| part.cents).sum();
    let [allowances, charges] = of_document;
    let basis = net - allowances + charges;
    let grand = basis + tax_total;
    let paid =
        if random.below(2) == 0 { 0 } else { random.below(usize::try_from(grand).unwrap() + 1) as i64 };
    let mut totals = String::new();
    let rows = [
        ("LineTotalAmount", net, false),
        ("ChargeTotalAmount", charges, false),
        ("AllowanceTotalAmount", allowances, false),
        ("TaxBasisTotalAmount", basis, true),
        ("TaxTotalAmount currencyID=\"EUR\"", tax_total, true),
        ("GrandTotalAmount", grand, true),
        ("TotalPrepaidAmount", paid, false),
        ("DuePayableAmount", grand - paid, true),
    ];
    for (name, cents, _) in rows.into_iter().filter(|(.., minimal)| *minimal || profile != "minimum") {
        let end = name.split(' ').next().unwrap();
        writeln!(totals, "<ram:{name}>{}</ram:{end}>", money(cents)).unwrap();
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../shared/einvoice/tests/invoices/{profile}.xml"));
    let lines = lines.into_iter().map(|(text, _)| text).collect::<String>();
    filled(&fs::read_to_string(example).unwrap(), [lines, breakdown, others, totals]).replace(
        "<ram:TypeCode>380<",
        if random.below(4) == 0 { "<ram:TypeCode>381<" } else { "<ram:TypeCode>380<" },
    )
}

/// The example with other lines, taxes, allowances and charges, and totals; each stands where the example has its own.
fn filled(example: &str, [lines, breakdown, others, totals]: [String; 4]) -> String {
    let vat = "<ram:SpecifiedTaxRegistration><ram:ID schemeID=\"VA\">FR40303265045</ram:ID></ram:SpecifiedTaxRegistration>";
    let has_vat = example.contains("<ram:ApplicableTradeTax>");
    let (mut lines, mut settled) = (Some(lines), Some(breakdown + &others));
    let (mut out, mut skipped) = (String::new(), None);
    for row in example.lines() {
        let text = row.trim_start();
        if let Some(end) = skipped {
            if text == end {
                skipped = None;
            }
            continue;
        }
        match text {
            "<ram:IncludedSupplyChainTradeLineItem>" => {
                out += &lines.take().unwrap_or_default();
                skipped = Some("</ram:IncludedSupplyChainTradeLineItem>");
            }
            "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>" => {
                write!(out, "{text}\n{totals}").unwrap();
            }
            "</ram:BuyerTradeParty>" if has_vat => writeln!(out, "{vat}{text}").unwrap(),
            _ if text.starts_with("<ram:ApplicableTradeTax>") => out += &settled.take().unwrap_or_default(),
            _ if text.starts_with("<ram:SpecifiedTradeAllowanceCharge>") => {}
            _ if text.contains("Amount>") && !text.contains("Tax>") => {}
            _ => writeln!(out, "{row}").unwrap(),
        }
    }
    out
}

/// Makes an amount of the invoice another one, by more than any leeway.
fn spoil(profile: &str, xml: &mut String, random: &mut Random) {
    // Lines of one level tell what is taxed how.
    let amounts = if ["basic-wl", "extended"].contains(&profile) { &AMOUNTS[1..] } else { &AMOUNTS };
    let places: Vec<usize> =
        amounts.iter().flat_map(|name| xml.match_indices(name)).map(|(at, name)| at + name.len()).collect();
    let at = places[random.below(places.len())];
    let start = at + xml[at..].find('>').unwrap() + 1;
    let end = start + xml[start..].find('<').unwrap();
    let cents: i64 = xml[start..end].replace('.', "").parse().unwrap();
    xml.replace_range(start..end, &money(cents + 1_000));
}

/// What factur-x finds wrong with each file of a folder.
fn judged(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("../.work/einvoice/bin/python");
    assert!(python.is_file(), "{} is missing: run `make setup-test`", python.display());
    let output = Command::new(python).arg(root.join("einvoice/judge.py")).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn generated_invoices_are_judged_as_an_independent_program_judges_them() {
    let (folder, mut random) = (tempfile::tempdir().unwrap(), Random::new());
    let mut ours = BTreeMap::new();
    #[expect(clippy::disallowed_methods, reason = "configuration of the test, not of the service")]
    let count = std::env::var("COUNT").map_or(36, |count| count.parse().unwrap());
    for number in 0..count {
        let profile = PROFILES[number % PROFILES.len()];
        let mut xml = invoice(profile, &mut random);
        let is_wrong = random.below(3) == 0;
        if is_wrong {
            spoil(profile, &mut xml, &mut random);
        }
        let name = format!("{number}-{profile}.xml");
        fs::write(folder.path().join(&name), &xml).unwrap();
        let limits = Limits::default();
        let said = read(xml.as_bytes(), Bounds { limits: &limits, budget: &Budget::of(&limits) });
        let faults = match said {
            Ok(_) => Vec::new(),
            Err(InvoiceError::Faults(faults)) => faults.listed().iter().map(ToString::to_string).collect(),
            Err(other) => panic!("{other}"),
        };
        assert_eq!(faults.is_empty(), !is_wrong, "{name}: {faults:?}\n{xml}");
        ours.insert(name, faults);
    }
    let theirs = judged(folder.path());
    for (name, faults) in &ours {
        let theirs = &theirs[name];
        // The Schematron of MINIMUM adds nothing up.
        let is_alike =
            faults.is_empty() == theirs.is_empty() || name.ends_with("minimum.xml") && theirs.is_empty();
        let xml = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(is_alike, "{name}\nPlaten: {faults:?}\nfactur-x: {theirs:?}\n{xml}");
    }
    println!(
        "{} invoices, {} of them wrong",
        ours.len(),
        ours.values().filter(|faults| !faults.is_empty()).count()
    );
}
