//! Invoices of all profiles are taken, and wrong ones refused with the rule that they break.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::time::Duration;

use platen_einvoice::{InvoiceError, Profile, read};
use platen_ooxml::{Bounds, Budget, Limits};

const MINIMUM: &str = include_str!("invoices/minimum.xml");
const EN16931: &str = include_str!("invoices/en16931.xml");
const XRECHNUNG: &str = include_str!("invoices/xrechnung.xml");

fn taken(xml: &str) -> Result<Profile, InvoiceError> {
    let limits = Limits::default();
    read(xml.as_bytes(), Bounds { limits: &limits, budget: &Budget::of(&limits) })
}

/// What is wrong, each fault as a sentence.
fn faults(xml: &str) -> Vec<String> {
    match taken(xml).unwrap_err() {
        InvoiceError::Faults(faults) => faults.listed().iter().map(ToString::to_string).collect(),
        other => panic!("{other}"),
    }
}

#[test]
fn each_profile_is_read() {
    let rows = [
        (MINIMUM, Profile::Minimum),
        (include_str!("invoices/basic-wl.xml"), Profile::BasicWl),
        (include_str!("invoices/basic.xml"), Profile::Basic),
        (EN16931, Profile::En16931),
        (include_str!("invoices/extended.xml"), Profile::Extended),
        (XRECHNUNG, Profile::XRechnung("3.0".to_owned())),
    ];
    for (xml, profile) in rows {
        assert_eq!(taken(xml).unwrap(), profile);
        assert_eq!(taken(&format!("\u{FEFF}{xml}")).unwrap(), profile, "with a byte order mark");
    }
}

#[test]
fn profiles_without_a_rule_take_what_it_forbids() {
    let untaxed = MINIMUM.replace("<ram:TaxTotalAmount currencyID=\"EUR\">13.89</ram:TaxTotalAmount>", "");
    assert_eq!(taken(&untaxed).unwrap(), Profile::Minimum);
    let extended = include_str!("invoices/extended.xml");
    let returned = extended.replacen("19.90</ram:ChargeAmount>", "-19.90</ram:ChargeAmount>", 1);
    assert_eq!(
        taken(
            &returned
                .replace(">10.39<", ">10.40<")
                .replace(">13.89<", ">13.90<")
                .replace(">118.59<", ">118.60<")
                .replace(">100.00<", ">100.01<")
        )
        .unwrap(),
        Profile::Extended
    );
}

#[test]
fn other_prefixes_mean_the_same() {
    let others = EN16931.replace("rsm:", "").replace("xmlns:rsm", "xmlns").replace("ram:", "a:");
    assert_eq!(taken(&others.replace("xmlns:ram", "xmlns:a")).unwrap(), Profile::En16931);
}

#[test]
fn each_rule_is_told_where_it_is_broken() {
    let rows = [
        ("BR-01", "en16931:2017<", "en16931:2018<", "is unknown"),
        ("BR-02", "<ram:ID>R-2026/17</ram:ID>", "<ram:ID> </ram:ID>", "/ExchangedDocument/ID"),
        ("BR-03", "20261126", "20261131", "`20261131` must be a date"),
        ("BR-03", "format=\"102\">20261126", "format=\"610\">202611", "format=\"102\""),
        ("BR-CL-01", "<ram:TypeCode>380<", "<ram:TypeCode>999<", "`999` is not a code"),
        ("BR-CL-04", ">EUR<", ">EURO<", "currency"),
        ("BR-CL-14", ">FR<", ">FRA<", "country"),
        ("BR-CO-09", ">DE123456789<", ">123456789<", "`DE`"),
        ("BR-CO-26", "<ram:ID schemeID=\"VA\">DE123456789", "<ram:ID schemeID=\"FC\">12/345", "BT-31"),
        ("BR-07", "<ram:Name>Exemple SARL</ram:Name>", "", "BuyerTradeParty/Name"),
        ("BR-11", "<ram:CountryID>FR</ram:CountryID>", "", "BT-55"),
        ("BR-23", " unitCode=\"C62\">3<", ">3<", "IncludedSupplyChainTradeLineItem[1]"),
        ("BR-25", "<ram:Name>Bücher</ram:Name>", "", "IncludedSupplyChainTradeLineItem[2]"),
        ("BR-27", ">19.90<", ">-19.90<", "must not be negative"),
        ("BR-CO-10", ">59.70<", ">59.69<", "it must be 109.69"),
        ("BR-CO-11", "<ram:AllowanceTotalAmount>5.00", "<ram:AllowanceTotalAmount>4.00", "it must be 5.00"),
        (
            "BR-CO-13",
            "<ram:TaxBasisTotalAmount>104.70",
            "<ram:TaxBasisTotalAmount>109.70",
            "it must be 104.70",
        ),
        ("BR-CO-14", ">13.89<", ">14.89<", "it must be 13.89"),
        ("BR-CO-15", ">118.59<", ">118.60<", "it must be 118.59"),
        ("BR-CO-16", ">100.00<", ">118.59<", "it must be 100.00"),
        ("BR-CO-17", ">10.39<", ">12.39<", "it must be 10.39"),
        ("BR-S-08", ">54.70<", ">52.70<", "it must be 54.70"),
        (
            "BR-S-01",
            "<ram:RateApplicablePercent>7</ram:RateApplicablePercent></ram:ApplicableTradeTax>\n        <ram:Spec",
            "<ram:RateApplicablePercent>9</ram:RateApplicablePercent></ram:ApplicableTradeTax>\n        <ram:Spec",
            "category `S` with the rate 9",
        ),
        (
            "BR-48",
            "<ram:RateApplicablePercent>7</ram:RateApplicablePercent></ram:ApplicableTradeTax>\n      <ram:Spec",
            "</ram:ApplicableTradeTax>\n      <ram:Spec",
            "BT-119",
        ),
        ("BR-DEC-18", ">100.00<", ">100.001<", "two digits"),
    ];
    for (rule, from, to, words) in rows {
        assert!(EN16931.contains(from), "{rule}: {from}");
        let found = faults(&EN16931.replacen(from, to, 1));
        let told = found.iter().find(|fault| fault.starts_with(&format!("{rule}: ")));
        assert!(told.is_some_and(|fault| fault.contains(words)), "{rule}, {words}: {found:#?}");
    }
    let found = faults(&XRECHNUNG.replace("<ram:BuyerReference>04011000-12345-03</ram:BuyerReference>", ""));
    assert!(found.len() == 1 && found[0].starts_with("BR-DE-15: "), "{found:?}");
}

#[test]
fn an_invoice_without_lines_is_one_of_the_small_profiles() {
    let (start, end) =
        ("    <ram:IncludedSupplyChainTradeLineItem>", "    <ram:ApplicableHeaderTradeAgreement>");
    let lines = &EN16931[EN16931.find(start).unwrap()..EN16931.find(end).unwrap()];
    let found = faults(&EN16931.replace(lines, ""));
    assert!(found.iter().any(|fault| fault.starts_with("BR-16: ")), "{found:?}");
    let found = faults(&MINIMUM.replace(end, &format!("{lines}{end}")));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("MINIMUM has no lines"), "{found:?}");
}

#[test]
fn what_is_no_invoice_is_said_to_be_something_else() {
    for (xml, words) in [
        ("", "no element"),
        ("<a", "not well-formed"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "DOCTYPE"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "`ISO-8859-1`"),
        ("<CrossIndustryInvoice/>", "of the namespace"),
        ("<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/>", "this is UBL"),
        ("<r:CrossIndustryDocument xmlns:r='urn:ferd:CrossIndustryDocument:invoice:1p0'/>", "ZUGFeRD 1"),
    ] {
        let found = faults(xml);
        assert!(found.len() == 1 && found[0].contains(words), "{xml}: {found:?}");
    }
    let long = "x".repeat(1 << 20);
    let found = faults(&format!("<{long}/>"));
    assert!(found[0].len() < 2_000, "{}", found[0].len());
}

#[test]
fn what_is_wrong_a_thousand_times_is_told_some_times_and_within_the_budget() {
    let line = EN16931.find("    <ram:IncludedSupplyChainTradeLineItem>").unwrap();
    let end = EN16931.find("    <ram:ApplicableHeaderTradeAgreement>").unwrap();
    let wrong = EN16931[line..end].replace(">S<", ">?<");
    let many = format!("{}{}{}", &EN16931[..line], wrong.repeat(1_000), &EN16931[end..]);
    let limits = Limits::default();
    let steps = |xml: &str| {
        // The least budget that suffices, to a power of two.
        (10..40).find(|power| {
            let budget = Budget::new("render_time", Duration::from_secs(60), 1 << power);
            let bounds = Bounds { limits: &limits, budget: &budget };
            matches!(read(xml.as_bytes(), bounds), Err(InvoiceError::Faults(_)))
        })
    };
    let Err(InvoiceError::Faults(found)) = taken(&many) else { panic!() };
    assert_eq!(found.listed().len(), 20);
    assert!(found.more() > 1_900 && found.to_string().ends_with("more"), "{}", found.more());
    let twice = format!("{}{}{}", &EN16931[..line], wrong.repeat(2_000), &EN16931[end..]);
    assert!(steps(&twice).unwrap() <= steps(&many).unwrap() + 1, "more than in proportion");
}
