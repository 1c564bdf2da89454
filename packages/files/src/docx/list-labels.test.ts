import { expect, test } from 'vitest';
import { documentXml, docx, paragraph, part, run, stylesXml, table, wrap } from '../../fixtures/docx/parts.ts';
import { openPackage } from '../package/index.ts';
import { docxOf } from './docx-file.ts';
import { numeral } from './list-labels.ts';
import { sectionContent } from './section-content.ts';

const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const abstract = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const num = (id: number, of: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const listed = (numId: number, at = 0) =>
  paragraph(run('x'), undefined, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`);

/** What stands before each paragraph of the body that is in a list. */
const labelsOf = (numbering: string, body: readonly string[]): readonly unknown[] => {
  const bytes = docx(documentXml(body.join('')), [
    part.styles(stylesXml('')),
    part.numbering(wrap('numbering', numbering)),
  ]);
  const content = sectionContent(docxOf(openPackage(bytes)), 0);
  const paragraphs = (content?.paragraphs ?? []) as readonly { readonly list?: { readonly label?: string } }[];
  return paragraphs.flatMap(({ list }) => (list ? [list.label] : []));
};
const legal = abstract(
  0,
  level(0, 'decimal', '%1.'),
  level(1, 'lowerLetter', '%2)'),
  level(2, 'lowerRoman', '%1.%2.%3'),
);

test('levels count on, and a deeper one begins again below each higher one', () => {
  const body = [
    listed(1),
    listed(1, 1),
    listed(1, 1),
    listed(1, 2),
    listed(1),
    listed(1, 1),
    listed(1, 2),
    listed(1, 2),
  ];
  expect(labelsOf(legal + num(1, 0), body)).toEqual(['1.', 'a)', 'b)', '1.b.i', '2.', 'a)', '2.a.i', '2.a.ii']);
});

test('a list of the same family counts on unless it begins anew, and only its first paragraph does', () => {
  const anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
  const body = [listed(1), listed(2), listed(3), listed(3), listed(1)];
  expect(labelsOf(legal + num(1, 0) + num(2, 0) + num(3, 0, anew), body)).toEqual(['1.', '2.', '5.', '6.', '7.']);
});

test('a level that never begins again, and one with another first number', () => {
  const levels = abstract(
    0,
    level(0, 'upperRoman', '%1'),
    level(1, 'decimal', '%2.', '<w:lvlRestart w:val="0"/>').replace('w:start w:val="1"', 'w:start w:val="4"'),
  );
  const body = [listed(1), listed(1, 1), listed(1), listed(1, 1)];
  expect(labelsOf(levels + num(1, 0), body)).toEqual(['I', '4.', 'II', '5.']);
});

test('what other texts stand between changes nothing; paragraphs in tables are counted', () => {
  const cell = table([['y']]).replace(
    /<w:p>/,
    '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>',
  );
  const body = [listed(1), paragraph(run('between')), cell, listed(1)];
  expect(labelsOf(legal + num(1, 0), body)).toEqual(['1.', '3.']);
});

test('signs of fonts that only offices have become signs that everybody has', () => {
  const marks = abstract(
    0,
    level(0, 'bullet', '\uf0b7'),
    level(1, 'bullet', 'o'),
    level(2, 'bullet', '\uf123'),
    level(3, 'bullet', '–'),
  );
  const body = [listed(1), listed(1, 1), listed(1, 2), listed(1, 3)];
  expect(labelsOf(marks + num(1, 0), body)).toEqual(['•', '◦', '•', '–']);
});

test('a list without a definition has no number', () => {
  expect(labelsOf(legal, [listed(7)])).toEqual([undefined]);
});

test('numbers are written as offices write them', () => {
  const written = (format: string, ...counts: number[]) => counts.map((count) => numeral(count, format));
  expect(written('lowerLetter', 1, 26, 27, 53)).toEqual(['a', 'z', 'aa', 'aaa']);
  expect(written('upperRoman', 4, 9, 1999)).toEqual(['IV', 'IX', 'MCMXCIX']);
  expect(written('hebrew1', 1, 11, 15, 16, 24, 115)).toEqual(['א', 'יא', 'טו', 'טז', 'כד', 'קטו']);
  expect(written('ordinal', 1, 2, 3, 11, 22)).toEqual(['1st', '2nd', '3rd', '11th', '22nd']);
  expect(written('decimalZero', 1, 12)).toEqual(['01', '12']);
  expect(written('chicago', 3)).toEqual(['3']);
  expect(written('upperLetter', 0, 10_000_000)).toEqual(['0', '10000000']);
});
