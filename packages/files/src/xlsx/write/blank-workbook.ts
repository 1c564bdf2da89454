import { ns } from '../../package/namespaces.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import type { ZipItem } from '../../package/zip-write.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell formats of a new workbook, by the index cells name. */
export const blankStyle = { general: 0, bold: 1, date: 2, datetime: 3, time: 4, text: 5 } as const;

/** The parts of a new workbook except its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
export const workbookItems = (sheetNames: readonly string[]): ZipItem[] => {
  const numbers = sheetNames.map((_, index) => index + 1);
  return [
    item(
      '[Content_Types].xml',
      `<Types xmlns="${ns.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MAIN}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/></Types>`,
    ),
    item(
      '_rels/.rels',
      `<Relationships xmlns="${ns.packageRelationships}"><Relationship Id="rId1" Type="${ns.relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    item(
      'xl/workbook.xml',
      `<workbook xmlns="${ns.sheet}" xmlns:r="${ns.relationships}"><bookViews><workbookView/></bookViews><sheets>${sheetNames.map((name, index) => `<sheet name="${escapeXmlAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    item(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${ns.packageRelationships}">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${ns.relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${numbers.length + 1}" Type="${ns.relationships}/styles" Target="styles.xml"/></Relationships>`,
    ),
    item('xl/styles.xml', STYLES),
  ];
};

export const EMPTY_SHEET = `${DECLARATION}<worksheet xmlns="${ns.sheet}" xmlns:r="${ns.relationships}"><sheetData/></worksheet>`;

const item = (name: string, xml: string): ZipItem => ({
  from: 'bytes',
  name,
  bytes: Buffer.from(xml.startsWith('<?xml') ? xml : DECLARATION + xml),
});

const xf = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format > 0 ? ' applyNumberFormat="1"' : ''}${font > 0 ? ' applyFont="1"' : ''}/>`;

const STYLES = `${DECLARATION}<styleSheet xmlns="${ns.sheet}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">${xf(0)}${xf(0, 1)}${xf(164)}${xf(165)}${xf(21)}${xf(49)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
