//! The data of random invoices, with what the XML has to say of them.

use serde_json::{Map, Value, json};

use crate::chance::Chance;

/// The profiles of drawn invoices, as a mapping names them.
pub const PROFILES: [&str; 6] = ["MINIMUM", "BASIC WL", "BASIC", "EN 16931", "EXTENDED", "XRECHNUNG"];

/// Categories of VAT with their rates in tenths of a percent, and why nothing is to be paid.
const TAXES: [(&str, i128, &str); 7] = [
    ("S", 190, ""),
    ("S", 70, ""),
    ("S", 55, ""),
    ("Z", 0, ""),
    ("E", 0, "Exempt"),
    ("AE", 0, "Reverse charge"),
    ("K", 0, "Intra-community supply"),
];

/// Texts that XML and JSON write otherwise.
const WORDS: [&str; 6] =
    ["Papier & Stifte", "Bücher <neu>", "\"Schrauben\" 'M4'", "日本の紙", "a", "Ware]]>"];

/// A number of so many digits behind the point, as JSON has it or as a text.
fn amount(chance: &mut Chance, number: i128, digits: u32) -> Value {
    let text = decimal(number, digits);
    if chance.once_in(2) { json!(text) } else { serde_json::from_str(&text).unwrap() }
}

/// What was drawn.
pub struct Drawn {
    pub data: Value,
    /// XPaths, and what stands there.
    pub said: Value,
    /// The totals that the data have, and the rules that they break when they are others.
    pub totals: Vec<(&'static str, &'static str)>,
}

fn decimal(number: i128, digits: u32) -> String {
    let (sign, one) = (if number < 0 { "-" } else { "" }, 10_i128.pow(digits));
    let (whole, part) = (number.abs() / one, number.abs() % one);
    if digits == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part:0width$}", width = digits as usize)
    }
}

/// The quotient, halves away from zero.
fn rounded(number: i128, by: i128) -> i128 {
    let half = if number < 0 { -by / 2 } else { by / 2 };
    (number + half) / by
}

/// Draws an invoice.
pub fn drawn(profile: &str, chance: &mut Chance) -> Drawn {
    let taxes: Vec<usize> = (0..1 + chance.below(3)).map(|_| chance.below(TAXES.len())).collect();
    let mut sums: Vec<(usize, i128)> = Vec::new();
    let mut add = |tax: usize, cents: i128| match sums.iter_mut().find(|(of, _)| *of == tax) {
        Some((_, sum)) => *sum += cents,
        None => sums.push((tax, cents)),
    };
    let (mut lines, mut names, mut nets) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1 + chance.below(6) {
        let tax = taxes[chance.below(taxes.len())];
        let (line, name, cents) = line(tax, chance);
        add(tax, cents);
        lines.push(line);
        names.push(name);
        nets.push(cents);
    }
    let mut of_document = [0, 0];
    let mut others = [Vec::new(), Vec::new()];
    for kind in 0..2 {
        for _ in 0..chance.below(3) {
            let tax = taxes[chance.below(taxes.len())];
            if !lines.iter().any(|line| is_of(line, tax)) {
                continue;
            }
            let (category, rate, _) = TAXES[tax];
            let (base, percent) = (chance.below(100_000) as i128, chance.below(300) as i128);
            let cents = rounded(base * percent, 1_000);
            let mut each = json!({
                "amount": amount(chance, cents, 2), "reason": chance.one(&WORDS), "category": category, "rate": amount(chance, rate, 1),
            });
            if kind == 0 && !chance.once_in(2) {
                each["base"] = amount(chance, base, 2);
                each["percent"] = amount(chance, percent, 1);
            }
            others[kind].push(each);
            of_document[kind] += cents;
            add(tax, if kind == 0 { -cents } else { cents });
        }
    }
    let vat: i128 = sums.iter().map(|(tax, basis)| rounded(basis * TAXES[*tax].1, 1_000)).sum();
    let net: i128 = nets.iter().sum();
    let basis = net - of_document[0] + of_document[1];
    let gross = basis + vat;
    let paid = if profile == "MINIMUM" || !chance.once_in(2) { 0 } else { chance.below(10_000) as i128 };
    let [allowances, charges] = others;
    let mut data = parties(profile, chance);
    let totals = json!({
        "lines": amount(chance, net, 2), "net": amount(chance, basis, 2), "vat": amount(chance, vat, 2), "gross": amount(chance, gross, 2),
        "due": amount(chance, gross - paid, 2), "paid": amount(chance, paid, 2),
    });
    data.extend([
        ("lines".to_owned(), lines.into()),
        ("allowances".to_owned(), allowances.into()),
        ("charges".to_owned(), charges.into()),
        ("totals".to_owned(), totals),
    ]);
    let mut said = json!({
        "//ram:TaxBasisTotalAmount": [decimal(basis, 2)], "//ram:GrandTotalAmount": [decimal(gross, 2)],
        "//ram:TaxTotalAmount": [decimal(vat, 2)], "//ram:DuePayableAmount": [decimal(gross - paid, 2)],
        "//rsm:ExchangedDocument/ram:ID": [data["number"]], "//ram:SellerTradeParty/ram:Name": [data["seller"]["name"]],
        "//ram:BuyerTradeParty/ram:Name": [data["buyer"]["name"]],
    });
    if !["MINIMUM", "BASIC WL"].contains(&profile) {
        said["//ram:SpecifiedTradeProduct/ram:Name"] = json!(names);
        let nets: Vec<String> = nets.iter().map(|cents| decimal(*cents, 2)).collect();
        said["//ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount"] = json!(nets);
    }
    let totals = vec![
        ("lines", "BR-CO-10"),
        ("net", "BR-CO-13"),
        ("vat", "BR-CO-14"),
        ("gross", "BR-CO-15"),
        ("due", "BR-CO-16"),
    ];
    Drawn { data: Value::Object(data), said, totals }
}

fn is_of(line: &Value, tax: usize) -> bool {
    let (category, rate, _) = TAXES[tax];
    let rate = decimal(rate, 1);
    let said = line["rate"].as_str().map_or_else(|| line["rate"].to_string(), str::to_owned);
    line["category"] == category && said.trim_end_matches(".0") == rate.trim_end_matches(".0")
}

/// A line with its name and its net amount in cents.
fn line(tax: usize, chance: &mut Chance) -> (Value, String, i128) {
    let (category, rate, why) = TAXES[tax];
    let (quantity, price) = (1 + chance.below(5_000) as i128, chance.below(9_999_999) as i128);
    let per = if !chance.once_in(3) { 1 } else { 100 };
    let (less, more) = (chance.below(100) as i128, chance.below(100) as i128);
    let mut cents = rounded(quantity * price, 10_000 * per);
    let name = format!("{} {}", chance.one(&WORDS), chance.below(1_000));
    let mut line = json!({
        "name": name, "quantity": amount(chance, quantity, 2), "unit": chance.one(&["HUR", "C62", "MTR"]),
        "price": amount(chance, price, 4), "category": category, "rate": amount(chance, rate, 1), "why": why,
    });
    if per != 1 {
        line["per"] = json!(per as u32);
    }
    if chance.once_in(3) {
        (line["less"], line["lessWhy"]) = (amount(chance, less, 2), json!(chance.one(&WORDS)));
        cents -= less;
    }
    if chance.once_in(3) {
        (line["more"], line["moreWhy"]) = (amount(chance, more, 2), json!(chance.one(&WORDS)));
        cents += more;
    }
    if !chance.once_in(2) {
        line["net"] = amount(chance, cents, 2);
    }
    for name in ["note", "text", "sku"] {
        if !chance.once_in(2) {
            line[name] = json!(chance.one(&WORDS));
        }
    }
    if !chance.once_in(2) {
        line["gtin"] = json!("4012345678901");
    }
    (line, name, cents)
}

fn parties(profile: &str, chance: &mut Chance) -> Map<String, Value> {
    let mut data = json!({
        "profile": profile, "number": format!("R-{}", chance.below(10_000)), "date": "2026-11-21", "due": "2026-12-05",
        "currency": chance.one(&["EUR", "CHF", "SEK"]), "reference": "04011000-12345-03",
        "seller": {
            "name": chance.one(&WORDS), "vatId": "DE123456789", "street": "Lindenweg 1", "city": "Berlin", "postcode": "10115", "country": "DE",
            "contact": "Erika Beispiel", "phone": "+49 30 1234567", "email": "a@beispiel.example", "electronicAddress": "a@beispiel.example",
        },
        "buyer": {
            "name": chance.one(&WORDS), "vatId": "FR40303265045", "street": chance.one(&WORDS), "city": "Paris", "postcode": "75001", "country": "FR",
            "electronicAddress": "b@exemple.example",
        },
        "delivery": {"country": "FR", "city": "Paris", "postcode": "75002", "date": "2026-11-20"},
        "payment": {"iban": "DE02120300000000202051"},
    });
    for (pointer, value) in [
        ("/kind", "381"),
        ("/order", "PO 1"),
        ("/contract", "C 1"),
        ("/note", "Danke & bis bald"),
        ("/account", "4711"),
        ("/seller/taxNumber", "12/345/67890"),
        ("/seller/street2", "Hinterhaus"),
        ("/seller/region", "Berlin"),
        ("/seller/tradingName", "Die Söhne"),
        ("/seller/legalInfo", "HRB 1"),
        ("/buyer/id", "K 1"),
        ("/buyer/tradingName", "Chez Exemple"),
        ("/delivery/name", "Magasin"),
        ("/payment/bic", "BYLADEM1001"),
        ("/payment/name", "Beispiel"),
        ("/payment/terms", "14 Tage netto"),
    ] {
        if !chance.once_in(2) {
            let (around, name) = pointer.rsplit_once('/').unwrap();
            data.pointer_mut(around).unwrap()[name] = json!(value);
        }
    }
    if !chance.once_in(2) {
        data["period"] = json!({"start": "2026-11-01", "end": "2026-11-30"});
    }
    if !chance.once_in(2) {
        data["before"] = json!({"number": "R-0", "date": "2026-10-01"});
    }
    data.as_object().unwrap().clone()
}
