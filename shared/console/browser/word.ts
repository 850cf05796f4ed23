// Word documents and Excel workbooks for the tests, as small as they can be.

import { crc32, deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function packed(files: Record<string, string | Buffer>): Buffer {
  const bytes = (content: string | Buffer) =>
    typeof content === "string" ? strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`) : new Uint8Array(content);
  const entries = Object.entries(files).map(([name, content]) => [name, bytes(content)]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** A paragraph. */
export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A content control around a run. `kind` is what stands in its properties. */
export function control(tag: string, title: string, kind: string, text = "…"): string {
  const properties = `<w:sdtPr><w:alias w:val="${title}"/><w:tag w:val="${tag}"/>${kind}</w:sdtPr>`;
  return `<w:p><w:sdt>${properties}<w:sdtContent><w:r><w:t>${text}</w:t></w:r></w:sdtContent></w:sdt></w:p>`;
}

/** A PNG of one point. */
export function point(red: number, green: number, blue: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  // One by one, eight bits, red, green and blue.
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const row = deflateSync(Buffer.from([0, red, green, blue]));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", row), chunk("IEND", Buffer.alloc(0))]);
}

/** A picture control with the grey point that stands in the picture's place, as Word makes it. */
export function pictureControl(tag: string, title: string): string {
  const D = "http://schemas.openxmlformats.org/drawingml/2006";
  const drawing = `<w:drawing><wp:inline xmlns:wp="${D}/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="Picture 1"/><a:graphic xmlns:a="${D}/main"><a:graphicData uri="${D}/picture"><pic:pic xmlns:pic="${D}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="Picture 1"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="r1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const properties = `<w:sdtPr><w:alias w:val="${title}"/><w:tag w:val="${tag}"/><w:picture/></w:sdtPr>`;
  return `<w:p><w:sdt>${properties}<w:sdtContent><w:r>${drawing}</w:r></w:sdtContent></w:sdt></w:p>`;
}

/** A Word document with these paragraphs. */
export function docx(...body: string[]): Buffer {
  return packed({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/image" Target="media/image1.png"/></Relationships>`,
    "word/media/image1.png": point(128, 128, 128),
    "word/document.xml": `<w:document xmlns:w="${W}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:body>${body.join("")}<w:sectPr/></w:body></w:document>`,
  });
}

/** A cell: text, a number, or a date as Excel keeps it. */
export type XlsxCell = string | number | Date;

/** A workbook with one sheet. */
export function xlsx(rows: XlsxCell[][]): Buffer {
  const cell = (value: XlsxCell) => {
    if (typeof value === "number") return `<c><v>${value}</v></c>`;
    // Days since 30 December 1899, with the style that says "date".
    if (value instanceof Date) return `<c s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
    return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const addressed = rows.map((cells, row) => {
    const filled = cells.map((value, column) => cell(value).replace("<c", `<c r="${String.fromCharCode(65 + column)}${row + 1}"`));
    return `<row r="${row + 1}">${filled.join("")}</row>`;
  });
  const S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return packed({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${S}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${S}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${S}"><sheetData>${addressed.join("")}</sheetData></worksheet>`,
  });
}

/** The template of most tests: text, a number, a list, and content controls of several kinds. */
export function offer(): Buffer {
  const entries = `<w:listItem w:displayText="By post" w:value="post"/><w:listItem w:displayText="Pick up" w:value="pickup"/>`;
  return docx(
    paragraph("Offer {{ number }} for {{ customer.name }}"),
    paragraph("{% for line in lines %}"),
    paragraph("{{ line.text }} costs {{ '%.2f'|format(line.price) }}"),
    paragraph("{% endfor %}"),
    paragraph("Total {{ '%.2f'|format(total) }}{% if note %} ({{ note }}){% endif %}"),
    control("valid", "Valid until", `<w:date><w:dateFormat w:val="d MMMM yyyy"/><w:lid w:val="en-GB"/></w:date>`),
    control("delivery", "Delivery", `<w:dropDownList>${entries}</w:dropDownList>`),
    control("urgent", "Urgent", "<w14:checkbox><w14:checked w14:val=\"0\"/></w14:checkbox>", "☐"),
  );
}

/** A template that cannot be used: a loop that never ends, and a filter that does not exist. */
export function faulty(): Buffer {
  return docx(paragraph("Dear {{ name }}"), paragraph("{% if paid %}Thanks"), paragraph("{{ total | nosuch }}"));
}
