//! Invoices that are made of data: what they say, and what is wrong with data that contradict themselves.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use platen_einvoice::{MakeError, Mapping, TermFault, make};
use platen_ooxml::{Bounds, Budget, Limits};
use serde_json::{Value, json};

/// An invoice whose texts have no fields: what a mapping is after its data came in.
fn invoice() -> Value {
    json!({
        "profile": "EN 16931", "number": "R-1", "BT-2": "2026-11-21", "currency": "EUR", "dueDate": "2026-12-05",
        "seller": {"name": "A & B", "vatId": "DE123456789", "street": "Weg 1", "city": "Berlin", "postcode": "10115", "country": "DE"},
        "buyer": {"name": "C", "city": "Paris", "postcode": "75001", "country": "FR"},
        "payment": {"iban": "DE02120300000000202051"},
        "lines": [
            {"name": "Paper", "quantity": 3, "unit": "C62", "price": "19.90", "vatRate": 19, "net": "59.70"},
            {"name": "Books", "quantity": "2.5", "unit": "C62", "price": "20", "vatRate": 7,
             "allowance": {"amount": "1.00", "reason": "Old"}, "charge": {"amount": "0.50", "reason": "Wrapped"}},
            {"name": "Screws", "quantity": 250, "unit": "C62", "price": "1.115", "baseQuantity": 100, "vatRate": 19},
        ],
        "allowances": {"base": 50, "percent": 10, "reason": "Discount", "vatRate": 19},
        "charges": {"amount": "0", "reason": "none"},
        "totals": {"paid": "10", "due": "111.38", "vat": "14.39", "net": "106.99"},
    })
}

fn made(invoice: &Value) -> Result<String, Vec<TermFault>> {
    let mapping = Mapping::read(invoice.to_string().as_bytes()).unwrap();
    let texts = mapping.texts.iter().map(|text| text.text.clone()).collect();
    let rows =
        mapping.entries.iter().map(|entry| vec![entry.texts.iter().map(|text| text.text.clone()).collect()]);
    let (filled, _) = mapping.filled(texts, rows.collect());
    let limits = Limits::default();
    match make(filled, Bounds { limits: &limits, budget: &Budget::of(&limits) }) {
        Ok(xml) => Ok(String::from_utf8(xml).unwrap()),
        Err(MakeError::Faults(faults)) => Err(faults.listed().to_vec()),
        Err(other) => panic!("{other:?}"),
    }
}

/// The invoice with other members.
fn with(changes: &[(&str, Value)]) -> Value {
    let mut invoice = invoice();
    for (pointer, value) in changes {
        match invoice.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => {
                let (around, name) = pointer.rsplit_once('/').unwrap();
                invoice
                    .pointer_mut(around)
                    .unwrap()
                    .as_object_mut()
                    .unwrap()
                    .insert(name.to_owned(), value.clone());
            }
        }
    }
    invoice
}

#[test]
fn amounts_are_computed_and_written_in_the_order_of_the_schema() {
    let xml = made(&invoice()).unwrap();
    for part in [
        ">59.70</ram:LineTotalAmount>",
        ">49.50</ram:LineTotalAmount>",
        ">2.79</ram:LineTotalAmount>",
        "<ram:CalculatedAmount>10.92</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>57.49</ram:BasisAmount>",
        "<ram:CalculatedAmount>3.47</ram:CalculatedAmount>",
        "<ram:LineTotalAmount>111.99</ram:LineTotalAmount><ram:AllowanceTotalAmount>5.00</ram:AllowanceTotalAmount>",
        "<ram:TaxTotalAmount currencyID=\"EUR\">14.39</ram:TaxTotalAmount>",
        "<ram:BilledQuantity unitCode=\"C62\">2.50</ram:BilledQuantity>",
        "<ram:Name>A &amp; B</ram:Name>",
        "<udt:DateTimeString format=\"102\">20261121</udt:DateTimeString>",
        "<udt:Indicator>false</udt:Indicator>",
        "<ram:TypeCode>58</ram:TypeCode>",
    ] {
        assert!(xml.contains(part), "{part}\n{xml}");
    }
}

/// A rule, the number of a term, what is changed to break it, and words of the fault.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, Value)], &'a str);

#[test]
fn what_contradicts_itself_is_refused_with_the_rule_and_the_term() {
    let rows: &[Row<'_>] = &[
        ("BR-CO-10", "BT-106", &[("/totals/lines", json!("112"))], "it must be `111.99`"),
        ("BR-CO-11", "BT-107", &[("/totals/allowances", json!("4"))], "it must be `5.00`"),
        ("BR-CO-12", "BT-108", &[("/totals/charges", json!("4"))], "it must be `0.00`"),
        ("BR-CO-13", "BT-109", &[("/totals/net", json!("107"))], "it must be `106.99`"),
        ("BR-CO-14", "BT-110", &[("/totals/vat", json!("14.40"))], "it must be `14.39`"),
        ("BR-CO-15", "BT-112", &[("/totals/gross", json!("121"))], "it must be `121.38`"),
        ("BR-CO-16", "BT-115", &[("/totals/due", json!("121.38"))], "it must be `111.38`"),
        ("PEPPOL-EN16931-R120", "BT-131", &[("/lines/0/net", json!("59.71"))], "it must be `59.70`"),
        ("BR-DEC-23", "BT-131", &[("/lines/0/net", json!("59.700001"))], "round(2)"),
        ("PEPPOL-EN16931-R040", "BT-92", &[("/allowances/amount", json!("4"))], "it must be `5.00`"),
        (
            "BR-CO-17",
            "BT-117",
            &[("/vat", json!([{"rate": 19, "amount": "10.93"}, {"rate": 7}]))],
            "it must be `10.92`",
        ),
        (
            "BR-S-08",
            "BT-116",
            &[("/vat", json!([{"rate": 19}, {"rate": 7, "basis": "1"}]))],
            "it must be `49.50`",
        ),
        ("BR-S-01", "BT-118", &[("/vat", json!([{"rate": 19}]))], "with the rate 7"),
        (
            "BR-CO-18",
            "BT-118",
            &[("/vat", json!([{"rate": 19}, {"rate": 7}, {"rate": 5, "basis": 1}]))],
            "no line",
        ),
        ("BR-02", "BT-1", &[("/number", Value::Null)], "is missing"),
        ("BR-03", "BT-2", &[("/BT-2", json!("21.11.2026"))], "yyyy-MM-dd"),
        ("BR-07", "BT-44", &[("/buyer/name", json!(" "))], "is missing"),
        ("BR-11", "BT-55", &[("/buyer/country", Value::Null)], "is missing"),
        ("BR-CL-14", "BT-55", &[("/buyer/country", json!("France"))], "ISO 3166-1"),
        ("BR-CL-04", "BT-5", &[("/currency", json!("€"))], "ISO 4217"),
        ("BR-CL-23", "BT-130", &[("/lines/0/unit", json!("pcs"))], "`C62` for pieces"),
        ("BR-CL-01", "BT-3", &[("/type", json!("999"))], "UNTDID 1001"),
        ("BR-CO-09", "BT-31", &[("/seller/vatId", json!("123"))], "must begin with a country"),
        ("BR-CO-25", "BT-9", &[("/dueDate", Value::Null)], "amount due"),
        (
            "BR-61",
            "BT-84",
            &[("/payment/iban", Value::Null), ("/payment/means", json!("58"))],
            "credit transfer",
        ),
        ("BR-22", "BT-129", &[("/lines/1/quantity", Value::Null)], "is missing"),
        ("BR-25", "BT-153", &[("/lines/1/name", Value::Null)], "is missing"),
        ("BR-26", "BT-146", &[("/lines/1/price", Value::Null)], "is missing"),
        ("BR-27", "BT-146", &[("/lines/1/price", json!("-1"))], "quantity negative"),
        ("BR-33", "BT-97", &[("/allowances/reason", Value::Null)], "is missing"),
        ("BR-42", "BT-139", &[("/lines/1/allowance/reason", Value::Null)], "is missing"),
        ("BR-CO-04", "BT-151", &[("/lines/0/vatRate", Value::Null)], "is missing"),
        ("BR-E-05", "BT-152", &[("/lines/0/vatCategory", json!("E"))], "must be 0"),
        (
            "BR-S-05",
            "BT-152",
            &[("/lines/0/vatRate", Value::Null), ("/lines/0/vatCategory", json!("S"))],
            "is missing",
        ),
        (
            "BR-E-10",
            "BT-120",
            &[("/lines/0/vatRate", json!(0)), ("/lines/0/vatCategory", json!("E"))],
            "needs a reason",
        ),
        (
            "BR-AE-02",
            "BT-48",
            &[("/lines/0/vatRate", json!(0)), ("/lines/0/vatCategory", json!("AE"))],
            "is missing",
        ),
        (
            "BR-IC-12",
            "BT-80",
            &[("/lines/0/vatRate", json!(0)), ("/lines/0/vatCategory", json!("K"))],
            "is missing",
        ),
        ("BR-DE-5", "BT-41", &[("/profile", json!("XRECHNUNG"))], "is missing"),
        ("BR-DE-15", "BT-10", &[("/profile", json!("XRECHNUNG"))], "is missing"),
        ("", "BT-129", &[("/lines/0/quantity", json!("1e3"))], "a decimal number"),
        ("", "BT-149", &[("/lines/0/baseQuantity", json!("0"))], "must not be 0"),
    ];
    for (rule, number, changes, words) in rows {
        let found = made(&with(changes)).unwrap_err();
        let told = found.iter().any(|fault| {
            fault.rule == *rule
                && fault.at.told().contains(&format!("({number})"))
                && fault.detail.contains(words)
        });
        assert!(told, "{rule}, {number}, {words}: {found:#?}");
    }
}

#[test]
fn profiles_leave_out_what_they_do_not_take() {
    for (profile, parts, lacks) in [
        (
            "MINIMUM",
            &["factur-x.eu:1p0:minimum", "<ram:DuePayableAmount>"][..],
            &["PostcodeCode", "LineTotalAmount", "IBANID"][..],
        ),
        ("basicwl", &["IBANID", "<ram:LineTotalAmount>111.99"], &["SpecifiedTradeProduct"]),
        ("urn:cen.eu:en16931:2017", &["<ram:ID>urn:cen.eu:en16931:2017</ram:ID>"], &[]),
    ] {
        let xml = made(&with(&[("/profile", json!(profile))])).unwrap();
        assert!(parts.iter().all(|part| xml.contains(part)), "{profile}: {xml}");
        assert!(!lacks.iter().any(|part| xml.contains(part)), "{profile}: {xml}");
    }
}

#[test]
fn an_allowance_of_nothing_is_none_and_one_category_is_that_of_all() {
    let one = json!({"name": "Paper", "quantity": 1, "unit": "C62", "price": "10", "vatRate": 19});
    let changes =
        [("/lines", one), ("/totals", Value::Null), ("/allowances", json!({"amount": "1", "reason": "Old"}))];
    let xml = made(&with(&changes)).unwrap();
    assert!(
        xml.contains("<ram:CalculatedAmount>1.71<") && xml.contains("<ram:AllowanceTotalAmount>1.00<"),
        "{xml}"
    );
    assert!(!xml.contains("ChargeTotalAmount"), "{xml}");
}

#[test]
fn mappings_are_refused_with_the_place_of_each_fault() {
    let long = "x".repeat(2_001);
    let rows = [
        (json!([]), "", "an object"),
        (json!({"profile": "BASIC"}), "/lines", "BG-25"),
        (json!({"lines": {}}), "/profile", "`EN 16931`"),
        (json!({"profile": "GOLD", "lines": {}}), "/profile", "`EN 16931`"),
        (json!({"profile": "BASIC", "lines": {}, "sellr": {"name": "A"}}), "/sellr", "`seller`"),
        (json!({"profile": "BASIC", "lines": {}, "seller": {"nmae": "A"}}), "/seller/nmae", "`seller.name`"),
        (json!({"profile": "BASIC", "lines": {}, "seller": "A"}), "/seller", "an object with terms"),
        (json!({"profile": "BASIC", "lines": {"BT-1": "A"}}), "/lines/BT-1", "`name`"),
        (json!({"profile": "BASIC", "lines": "items"}), "/lines", "item in items"),
        (json!({"profile": "BASIC", "lines": {"for": 7}}), "/lines/for", "item in items"),
        (json!({"profile": "BASIC", "lines": {}, "number": "1", "BT-1": "2"}), "/BT-1", "already"),
        (json!({"profile": "BASIC", "lines": {}, "number": [1]}), "/number", "a term is a text"),
        (json!({"profile": "BASIC", "lines": {}, "number": long}), "/number", "2000 bytes"),
        (json!({"profile": "BASIC", "lines": {}, "number": "a\u{1f}b"}), "/number", "control characters"),
        (json!({"profile": "BASIC", "lines": vec![json!({}); 21]}), "/lines", "with `for`"),
    ];
    for (mapping, pointer, words) in rows {
        let faults = Mapping::of(&mapping).unwrap_err();
        let told = faults.iter().any(|fault| fault.pointer == pointer && fault.detail.contains(words));
        assert!(told, "{mapping}: {faults:?}");
    }
    assert!(Mapping::read(b"{").unwrap_err()[0].detail.contains("not JSON"));
    assert!(Mapping::read(&[b' '; 70_000]).unwrap_err()[0].detail.contains("65536"));
}
