//! Rows of CSV, Excel, JSON and JSON Lines to items.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::ops::ControlFlow;

use bytes::Bytes;
use platen_tables::{Choices, Format, Limits, Plan, TableError, read};
use rust_xlsxwriter::{Format as CellFormat, Workbook};
use serde_json::{Value, json};

/// Reads a table, and gives its items, or its faults.
fn table(input: &[u8], format: Format, schema: &Value, choices: Choices) -> Result<Vec<Value>, Vec<String>> {
    bounded(input, format, schema, choices, &Limits::default()).map(|(items, _)| items)
}

fn bounded(
    input: &[u8],
    format: Format,
    schema: &Value,
    choices: Choices,
    limits: &Limits,
) -> Result<(Vec<Value>, Vec<String>), Vec<String>> {
    let mut items = Vec::new();
    let mut taken = |item: Bytes| {
        items.push(serde_json::from_slice(&item).unwrap());
        ControlFlow::Continue(())
    };
    let plan = Plan::new(schema, choices, true).map_err(|fault| vec![fault.to_string()])?;
    match read(input, format, &plan, limits, &mut taken) {
        Ok(notes) => Ok((items, notes.iter().map(ToString::to_string).collect())),
        Err(TableError::Wrong(faults)) => Err(faults.iter().map(ToString::to_string).collect()),
        Err(TableError::Unreadable(error)) => Err(vec![error.to_string()]),
    }
}

fn csv(text: &str, schema: &Value) -> Result<Vec<Value>, Vec<String>> {
    table(text.as_bytes(), Format::CSV, schema, Choices::default())
}

fn grouped(by: &str) -> Choices {
    Choices { group_by: Some(by.to_owned()), ..Choices::default() }
}

fn orders() -> Value {
    let cases: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    cases["schema"].clone()
}

/// The tables that the browser console reads in the same way (`rows.spec.ts`).
#[test]
fn tables_become_the_items_that_the_console_makes_of_them() {
    let cases: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    for case in cases["tables"].as_array().unwrap() {
        let texts = |row: &Value| {
            let cells = row.as_array().unwrap().iter().map(|cell| format!("{:?}", cell.as_str().unwrap()));
            cells.collect::<Vec<_>>().join(";")
        };
        let lines = std::iter::once(&case["columns"]).chain(case["rows"].as_array().unwrap()).map(texts);
        let text = lines.collect::<Vec<_>>().join("\r\n");
        let by = usize::try_from(case["together"].as_i64().unwrap()).ok();
        let choices = by.map(|by| grouped(case["columns"][by].as_str().unwrap())).unwrap_or_default();
        let wanted: Vec<u64> = case["faults"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        match table(text.as_bytes(), Format::CSV, &cases["schema"], choices) {
            Ok(items) => assert_eq!(Value::from(items), case["items"]),
            Err(faults) => {
                let rows = wanted.iter().map(|row| format!("row {row},"));
                assert!(rows.zip(&faults).all(|(row, fault)| fault.starts_with(&row)), "{faults:?}");
                assert_eq!(faults.len(), wanted.len(), "{faults:?}");
            }
        }
    }
}

#[test]
fn headings_name_fields_in_many_ways() {
    let cases: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    for case in cases["headings"].as_array().unwrap() {
        let columns: Vec<&str> =
            case["columns"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let row: Vec<String> = (0..columns.len()).map(|column| column.to_string()).collect();
        let text = format!("{}\n{}\n", columns.join(";"), row.join(";")).replace("paid", "Paid");
        let unfilled: Vec<&str> =
            case["unfilled"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let mut schema = cases["schema"].clone();
        for place in ["/properties/paid", "/properties/lines/items/properties/price"] {
            schema.pointer_mut(place).unwrap()["type"] = json!("string");
        }
        if !unfilled.is_empty() {
            let faults = csv(&text, &schema).unwrap_err();
            let named: Vec<&str> = faults.iter().filter_map(|fault| fault.split('`').nth(1)).collect();
            assert_eq!(named, unfilled);
            for place in ["", "/properties/customer", "/properties/lines/items"] {
                schema.pointer_mut(place).unwrap()["required"] = json!([]);
            }
        }
        let item = csv(&text, &schema).unwrap().remove(0);
        for (path, column) in case["fills"].as_object().unwrap() {
            let pointer = format!("/{}", path.replace("[]", "/0").replace('.', "/"));
            assert_eq!(item.pointer(&pointer), Some(&json!(column.to_string())), "{path} of {item}");
        }
    }
}

#[test]
fn numbered_columns_are_elements_of_lists() {
    let schema = orders();
    let text = "number,client,lines[0].text,lines[0].price,lines[2].text,lines[2].price,lines[1].text,lines[1].price\n\
                1,Ada,Desk,10,Lamp,3,Chair,5\n2,Bo,Desk,10,,,,\n";
    let line = |text: &str, price: u32| json!({ "text": text, "price": price });
    let items = csv(text, &schema).unwrap();
    assert_eq!(items[0]["lines"], json!([line("Desk", 10), line("Chair", 5), line("Lamp", 3)]));
    assert_eq!(items[1]["lines"], json!([line("Desk", 10)]));
    let schema = json!({ "properties": {
        "tags": { "type": "array", "items": { "type": "string" } },
        "a": { "type": "array", "items": { "properties": { "b": { "type": "array", "items": { "properties": { "c": { "type": "number" } } } } } } },
    } });
    let items = csv("tags[1],tags[0],a[0].b[].c\nx,y,7\n", &schema).unwrap();
    assert_eq!(items, [json!({ "tags": ["y", "x"], "a": [{ "b": [{ "c": 7 }] }] })]);
    assert_eq!(csv("tags\nx; y\n", &schema).unwrap(), [json!({ "tags": ["x", "y"] })]);
    let fault = csv("a[].b[].c\n1\n", &schema).unwrap_err();
    assert!(fault[0].contains("a list inside a list; number the places"), "{fault:?}");
    let fault = csv("a[0].b[0].c,a[0].b[].c\n1,2\n", &schema).unwrap_err();
    assert!(fault[0].contains("number them in both"), "{fault:?}");
}

#[test]
fn what_is_not_clear_is_refused_with_its_place() {
    let people = json!({ "properties": {
        "buyer": { "properties": { "name": { "type": "string" } } },
        "seller": { "properties": { "name": { "type": "string" } } },
        "total": { "type": "number" },
    } });
    for (text, fault) in [
        ("Name\nAda\n", "column \"Name\": may mean the fields `buyer.name` and `seller.name`"),
        ("total,Total\n1,2\n", "row 2"),
        ("TOTAL,Total\n1,2\n", "the columns \"TOTAL\" and \"Total\" both mean the field `total`"),
        ("total,total\n1,2\n", "two columns are called \"total\""),
        (
            "total\n1.234\n",
            "row 2, column \"total\": is \"1.234\", which may mean 1234 or 1.234; set the locale",
        ),
        ("total,x\n\n1\n", "row 3: it has 1 values, but there are 2 headings"),
        ("total,x\n1,2,3\n", "row 2: there is a value in column C, which has no heading"),
        ("x,total\na,1\n\"b\nc\",2\nd,12o\n", "row 4, column \"total\": is \"12o\"; a number is required"),
        ("x,total\r\n\r\na,1\r\n\"b\r\nc\",2\r\nd,12o\r\n", "row 5, column \"total\""),
        ("total,x\n1,2\n2,\"abc\n3,4\n4,5\n", "row 3: a quotation mark is opened here and never closed"),
        ("", "the row of headings is missing"),
        ("\n \n", "the row of headings is missing"),
    ] {
        let found = csv(text, &people);
        if fault == "row 2" {
            // The path as it is spelled is the surest sign; the other column is told.
            assert_eq!(found.unwrap()[0], json!({ "total": 1, "Total": "2" }));
            continue;
        }
        assert!(found.as_ref().is_err_and(|faults| faults[0].starts_with(fault)), "{text:?}: {found:?}");
    }
}

#[test]
fn a_map_and_a_group_name_columns() {
    let schema = orders();
    let text = "No;Who;What;Price\n1;Ada;Desk;10\n1;Ada;Chair;5\n";
    let mut choices = grouped("no");
    for (path, heading) in [("number", "No"), ("customer.name", "WHO"), ("lines[].text", "What")] {
        choices.map.insert(path.to_owned(), heading.to_owned());
    }
    let items = table(text.as_bytes(), Format::CSV, &schema, choices.clone()).unwrap();
    assert_eq!(items.len(), 1);
    assert_eq!(items[0]["lines"][1], json!({ "text": "Chair", "price": 5 }));
    choices.map.insert("lines[].colour".to_owned(), "Price".to_owned());
    choices.map.insert("paid".to_owned(), "Settled".to_owned());
    let faults = table(text.as_bytes(), Format::CSV, &schema, choices).unwrap_err();
    assert!(faults[0].contains(
        "the map names \"lines[].colour\", which is not a field of the template; its fields are number, customer.name"
    ));
    assert!(
        faults[1].contains("the map names the column \"Settled\", which is not in the table"),
        "{faults:?}"
    );
    let faults = table(b"[]", Format::Json, &schema, grouped("no")).unwrap_err();
    assert!(faults[0].contains("are for CSV and Excel"));
    let flat = json!({ "properties": { "number": {} } });
    let faults = table(b"number\n1\n", Format::CSV, &flat, grouped("number")).unwrap_err();
    assert!(faults[0].contains("no column belongs to a list"), "{faults:?}");
}

/// Rows of one item may stand apart, but not farther than memory reaches.
#[test]
fn groups_take_a_bounded_memory() {
    let schema = orders();
    let head = "number;client;lines.text;lines.price\n";
    let rows: String = (0..3_000).map(|n| format!("{};Ada;Desk;{n}\n", n / 3)).collect();
    let limits = Limits { grouped_bytes: 4_000, ..Limits::default() };
    let read = |text: &str| bounded(text.as_bytes(), Format::CSV, &schema, grouped("number"), &limits);
    let (items, _) = read(&format!("{head}{rows}")).unwrap();
    assert_eq!(items.len(), 1_000);
    assert!(items.iter().all(|item| item["lines"].as_array().unwrap().len() == 3));
    let faults = read(&format!("{head}{rows}1;Ada;Lamp;1\n")).unwrap_err();
    assert!(faults[0].starts_with("row 3002: belongs with rows \"1\" too far above"), "{faults:?}");
}

#[test]
fn columns_of_no_field_are_told_and_kept_as_they_are() {
    let schema =
        json!({ "properties": { "name": { "type": "string" }, "customer": { "properties": { "id": {} } } } });
    let text = "name,Ref,,customer\nAda,007,,x\n";
    let found = bounded(text.as_bytes(), Format::CSV, &schema, Choices::default(), &Limits::default());
    let (items, notes) = found.unwrap();
    assert_eq!(items, [json!({ "name": "Ada", "Ref": "007" })]);
    assert_eq!(
        notes,
        [
            "the column \"Ref\" fills no field of the template",
            "the column C has no heading and is left out",
            "the column \"customer\" fills no field of the template",
        ]
    );
}

/// Each heading is looked up among those before it: a search along them would show.
#[test]
fn columns_cost_what_they_are() {
    const COLUMNS: usize = 16_384;
    let header: Vec<String> = (0..COLUMNS).map(|n| format!("c{n}")).collect();
    let values = vec!["1"; COLUMNS].join(",");
    let text = format!("{}\n{values}\n{values}\n", header.join(","));
    let items = csv(&text, &json!({ "properties": { "c7": { "type": "number" } } })).unwrap();
    assert_eq!(items[1].as_object().unwrap().len(), COLUMNS);
    assert_eq!((&items[0]["c7"], &items[0]["c8"]), (&json!(1), &json!("1")));
}

#[test]
fn many_faults_come_in_one_answer() {
    let schema = json!({ "properties": { "n": { "type": "number" } } });
    let rows: String = (0..1_000).map(|n| format!("{n}x\n")).collect();
    let faults = csv(&format!("n\n{rows}"), &schema).unwrap_err();
    assert_eq!(faults.len(), 100);
    assert!(faults[99].starts_with("row 101, column \"n\""));
}

fn workbook(fill: impl FnOnce(&mut Workbook)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(&mut book);
    book.save_to_buffer().unwrap()
}

/// A cell of 20 % holds 0.2 in a workbook; saved as CSV it is a text.
#[test]
fn a_percentage_is_the_same_of_a_workbook_and_of_csv() {
    let schema = json!({ "properties": { "rate": { "type": "number" } } });
    let bytes = workbook(|book| {
        let percent = CellFormat::new().set_num_format("0 %");
        let sheet = book.add_worksheet();
        sheet.write(0, 0, "rate").unwrap();
        sheet.write_number_with_format(1, 0, 0.2, &percent).unwrap();
    });
    let of_workbook = table(&bytes, Format::Xlsx, &schema, Choices::default());
    assert_eq!(of_workbook, Ok(vec![json!({ "rate": 0.2 })]));
    assert_eq!(csv("rate\n20 %\n", &schema), of_workbook);
}

#[test]
fn workbooks_have_typed_cells() {
    let schema = json!({ "properties": {
        "number": { "type": "string" }, "total": { "type": "number" }, "day": { "type": "string", "anyOf": [{ "format": "date" }] },
        "paid": { "type": "boolean" }, "note": {},
    } });
    let bytes = workbook(|book| {
        let day = CellFormat::new().set_num_format("dd.mm.yyyy");
        book.add_worksheet().set_name("Empty").unwrap();
        let sheet = book.add_worksheet().set_name("Offers").unwrap();
        for (column, heading) in ["Number", "Total", "Day", "Paid", "Note"].iter().enumerate() {
            sheet.write(2, column as u16, *heading).unwrap();
        }
        sheet.write(4, 0, 1001).unwrap();
        sheet.write(4, 1, 12.25).unwrap();
        sheet.write_number_with_format(4, 2, 46_143.0, &day).unwrap();
        sheet.write(4, 3, true).unwrap();
        sheet.write(4, 4, "a\nb").unwrap();
        sheet.write(5, 0, "A-2").unwrap();
        sheet.write(5, 1, "1.234,5").unwrap();
        let other = book.add_worksheet().set_name("Other").unwrap();
        other.write(0, 0, "number").unwrap();
        other.write(1, 0, "x").unwrap();
        other.write_formula(2, 0, rust_xlsxwriter::Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
    });
    let read = |sheet: Option<&str>| {
        let choices = Choices { sheet: sheet.map(str::to_owned), ..Choices::default() };
        table(&bytes, Format::Xlsx, &schema, choices)
    };
    let items = read(None).unwrap();
    let wanted =
        json!({ "number": "1001", "total": 12.25, "day": "2026-05-01", "paid": true, "note": "a\nb" });
    assert_eq!(items, [wanted, json!({ "number": "A-2", "total": 1234.5 })]);
    let faults = read(Some("other")).unwrap_err();
    assert_eq!(
        faults,
        ["row 3, column \"number\": is the error #DIV/0! of a formula; correct it in the sheet"]
    );
    let faults = read(Some("Nothing")).unwrap_err();
    assert!(
        faults[0].contains("no sheet \"Nothing\"; its sheets are \"Empty\", \"Offers\", \"Other\""),
        "{faults:?}"
    );
    assert!(read(Some("Empty")).unwrap_err()[0].contains("row of headings is missing"));
}

/// What a hostile workbook would cost is known before it is read.
#[test]
fn workbooks_are_bounded() {
    let bytes = workbook(|book| {
        let sheet = book.add_worksheet();
        sheet.write(0, 0, "a").unwrap();
        for row in 1..20_000 {
            sheet.write(row, 0, "the same text").unwrap();
        }
    });
    let schema = json!({});
    let read =
        |bytes: &[u8], limits: &Limits| bounded(bytes, Format::Xlsx, &schema, Choices::default(), limits);
    assert_eq!(read(&bytes, &Limits::default()).unwrap().0.len(), 19_999);
    for (limits, name) in [
        (Limits { package_bytes: 10_000, ..Limits::default() }, "package_bytes"),
        (Limits { expanded_bytes: 100_000, ..Limits::default() }, "expanded_bytes"),
    ] {
        assert!(read(&bytes, &limits).unwrap_err()[0].contains(name));
    }
    let counted = repacked(&bytes, "uniqueCount=\"2\"", "uniqueCount=\"99999999999\"");
    assert!(
        read(&counted, &Limits::default()).unwrap_err()[0].contains("declares more texts than it contains")
    );
    let back = repacked(&bytes, "<row r=\"7\"", "<row r=\"3\"");
    let back = repacked(&back, "\"A7\"", "\"A3\"");
    assert!(read(&back, &Limits::default()).unwrap_err()[0].contains("not in order"));
    for broken in [b"no workbook".as_slice(), &bytes[..bytes.len() / 2], b""] {
        let faults = read(broken, &Limits::default()).unwrap_err();
        assert!(faults[0].starts_with("it cannot be read as an Excel workbook"), "{faults:?}");
    }
}

/// The workbook with another text in its parts.
fn repacked(bytes: &[u8], text: &str, other: &str) -> Vec<u8> {
    use std::io::{Cursor, Read, Write};
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let mut part = String::new();
        entry.read_to_string(&mut part).unwrap();
        out.start_file(entry.name().unwrap().into_owned(), zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(part.replacen(text, other, 1).as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}

fn raw(text: &str, format: Format) -> Result<Vec<String>, String> {
    let mut items = Vec::new();
    let mut taken = |item: Bytes| {
        items.push(String::from_utf8(item.to_vec()).unwrap());
        ControlFlow::Continue(())
    };
    let plan = Plan::new(&json!({}), Choices::default(), true).unwrap();
    let limits = Limits { item_bytes: 100, ..Limits::default() };
    read(text.as_bytes(), format, &plan, &limits, &mut taken).map_err(|error| error.to_string())?;
    Ok(items)
}

#[test]
fn many_ways_to_write_the_same() {
    let wanted = Ok(vec![r#"{"a":"1","b":"x, y"}"#.to_owned(), r#"{"a":"2"}"#.to_owned()]);
    let json = "\u{feff} [{\"a\":\"1\",\"b\":\"x, y\"},\n {\"a\":\"2\"}]\n";
    assert_eq!(raw(json, Format::Json), wanted);
    let lines = "{\"a\":\"1\",\"b\":\"x, y\"}\r\n\n  {\"a\":\"2\"}";
    assert_eq!(raw(lines, Format::JsonLines), wanted);
    for text in [
        "\u{feff}a,b\r\n1,\"x, y\"\r\n2,\r\n",
        "a;b\n1;x, y\n2;",
        "a\tb\r1\tx, y\r2\t\r",
        "sep=|\r\na|b\r\n1|x, y\r\n2|\r\n",
        "\n\nSEP=;\na;b\n".trim_start(),
    ] {
        let found = raw(text, Format::CSV);
        if text.ends_with("a;b\n") {
            assert_eq!(found, Ok(vec![]))
        } else {
            assert_eq!(found, wanted, "{text:?}")
        }
    }
    assert_eq!(raw("[]", Format::Json), Ok(Vec::new()));
    assert_eq!(raw("", Format::JsonLines), Ok(Vec::new()));
}

#[test]
fn faults_of_json_name_their_line() {
    let long = "x".repeat(200);
    for (text, format, fault) in [
        ("[{},\n3]", Format::Json, "item 1 must be an object"),
        ("[{},\n{]", Format::Json, "line 2, column 2: key must be a string"),
        ("[{}", Format::Json, "line 1, column 3: EOF while parsing a list"),
        ("[{}] x", Format::Json, "line 1, column 6: trailing characters"),
        ("{}", Format::Json, "line 1, column 1: invalid type: map, expected an array of objects"),
        ("{}\n\n{\"a\":}\n", Format::JsonLines, "line 3, column 6: expected value"),
        ("{}\n[1]\n", Format::JsonLines, "line 2: an object is required, such as {\"name\": \"Ada\"}"),
        (
            &format!("{{\"a\":\"{long}\"}}"),
            Format::JsonLines,
            "line 1 has more than 100 bytes (limit `item_bytes`)",
        ),
        (
            &format!("[{{\"a\":\"{long}\"}}]"),
            Format::Json,
            "an item has more than 100 bytes (limit `item_bytes`); is a quote never closed?",
        ),
        (
            &format!("a\n\"{long}"),
            Format::CSV,
            "an item has more than 100 bytes (limit `item_bytes`); is a quote never closed?",
        ),
    ] {
        assert_eq!(raw(text, format), Err(fault.to_owned()), "{text}");
    }
}

/// A workbook of one text that all rows share.
fn shared_text(rows: u32, text: &str) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(0, 0, "name").unwrap();
    for row in 1..=rows {
        sheet.write_string(row, 0, text).unwrap();
    }
    workbook.save_to_buffer().unwrap()
}

#[test]
fn a_text_that_all_rows_share_does_not_fill_the_disk() {
    let schema = json!({ "properties": { "name": { "type": "string" } } });
    let limits = Limits { expanded_bytes: 1 << 20, ..Limits::default() };
    let read = |file: &[u8], format| bounded(file, format, &schema, Choices::default(), &limits);
    let long = "x".repeat(32_000);
    let faults = read(&shared_text(2_000, &long), Format::Xlsx).unwrap_err();
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(fault.starts_with("row ") && fault.contains("limits `expanded_bytes`"), "{fault}");
    // As large, but not larger than the smallest bound.
    assert_eq!(read(&shared_text(30, &long), Format::Xlsx).unwrap().0.len(), 30);
    // As many times larger than the bound as usual tables are.
    let (items, _) = read(&shared_text(5_000, "a clause of the contract"), Format::Xlsx).unwrap();
    assert_eq!(items.len(), 5_000);

    // A heading is in each item.
    let text = format!("{long}\n{}", "y\n".repeat(2_000));
    let faults = read(text.as_bytes(), Format::CSV).unwrap_err();
    assert!(faults.iter().all(|fault| fault.contains("`compression_ratio`")), "{faults:?}");
}

#[test]
fn rows_have_as_many_columns_as_in_excel() {
    let schema = json!({ "properties": {} });
    let row = |columns: usize, value: &dyn Fn(usize) -> String| {
        (0..columns).map(value).collect::<Vec<_>>().join(",") + "\n"
    };
    let heading = |column: usize| format!("c{column}");
    let widest = row(16_384, &heading) + &row(16_384, &|column| column.to_string());
    let items = csv(&widest, &schema).unwrap();
    assert_eq!(items[0]["c16383"], "16383");
    let faults = csv(&row(16_385, &heading), &schema).unwrap_err();
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(fault.starts_with("row 1: it has 16385 values") && fault.contains("limit `columns`"), "{fault}");
    // Attack: a line of delimiters.
    assert_eq!(csv(&format!("c\n{}", ",".repeat(1_000_000)), &schema).unwrap_err().len(), 1);
}

/// Attack: rows of two cells, or of a blank one, that are as wide as a sheet can be.
#[test]
fn sparse_sheets_cost_what_is_in_them() {
    const LAST: u16 = 16_383;
    let sparse = |rows: u32, value: &str| {
        workbook(|book| {
            let sheet = book.add_worksheet();
            sheet.write(0, 0, "c").unwrap();
            for row in 1..=rows {
                sheet.write(row, 0, row).unwrap();
                sheet.write(row, LAST, value).unwrap();
            }
        })
    };
    let schema = json!({ "properties": {} });
    let read = |bytes: &[u8]| table(bytes, Format::Xlsx, &schema, Choices::default());
    assert_eq!(read(&sparse(20_000, " ")).unwrap().len(), 20_000);
    let faults = read(&sparse(4_000, "x")).unwrap_err();
    assert!(faults.iter().any(|fault| fault.contains("XFD")), "{faults:?}");
    let headed = workbook(|book| {
        let sheet = book.add_worksheet();
        sheet.write(0, 0, "first").unwrap().write(0, LAST, "last").unwrap();
        for row in 1..=4_000 {
            sheet.write(row, 0, row).unwrap();
        }
    });
    let faults = read(&headed).unwrap_err();
    assert!(faults[0].contains("limit `cells`"), "{faults:?}");
}
