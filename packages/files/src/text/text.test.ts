import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { settle } from '../tools/errors.ts';
import { mapText } from './map.ts';
import { readLines } from './read.ts';
import { openText } from './text-file.ts';

const nothing = { line_start: null, line_count: null, view: null };
const open = (text: string, encoding = 'utf8') => openText(iconv.encode(text, encoding));

describe('lines', () => {
  test('any text is cut at its line breaks and nothing is lost', () => {
    const piece = fc.constantFrom('a', 'é', '漢', '\n', '\r', '\r\n', ' ');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom('utf8', 'utf-16le', 'shift_jis'),
        (pieces, encoding) => {
          const text = `x${pieces.join('')}`.replaceAll('é', encoding === 'shift_jis' ? 'e' : 'é');
          const bom = encoding === 'utf-16le' ? '\ufeff' : '';
          const file = open(bom + text, encoding);
          const lines = Array.from({ length: file.lineCount }, (_, at) => file.line(at) + file.newline(at));
          expect(lines.join('')).toBe(text);
          expect(lines.every((line) => /^[^\r\n]*(\r\n|\n|\r)?$/.test(line))).toBe(true);
        },
      ),
    );
  });
});

describe('map', () => {
  test('facts about a text', () => {
    expect(mapText(open('a\r\nbcd\r\ne'), 'txt', null)).toMatchObject({
      line_count: 3,
      char_count: 9,
      newline: 'crlf',
      ends_with_newline: false,
      longest_line: 3,
      encoding_detected: 'utf-8',
      chunks: { unit: 'lines', size: 200, count: 1, first: '1-3', last: '1-3', list: ['1-3'] },
    });
    expect(mapText(open(''), 'txt', null)).toMatchObject({ line_count: 0, newline: 'none', chunks: { count: 0 } });
    expect(mapText(open('a\nb\r\n'), 'txt', null).newline).toBe('mixed');
  });

  test('markdown headings outside fences', () => {
    const text = '# One #\n\n```\n# not\n~~~\n```\nTitle\n=====\n\ntext\n---\n## Two\n- item\n---\n';
    expect(mapText(open(text), 'md', null).headings).toEqual([
      { level: 1, text: 'One', line: 1 },
      { level: 1, text: 'Title', line: 7 },
      { level: 2, text: 'text', line: 10 },
      { level: 2, text: 'Two', line: 12 },
    ]);
    expect(mapText(open(text), 'md', 'headings:2-3').headings).toHaveLength(2);
  });

  test('json, also newline-delimited, broken and too large to parse', () => {
    expect(mapText(open('{"a":[1,2],"b":"xyz","c":{}}'), 'json', null)).toMatchObject({
      root_type: 'object',
      top_level: [
        { key: 'a', type: 'array', length: 2 },
        { key: 'b', type: 'string', length: 3 },
        { key: 'c', type: 'object' },
      ],
    });
    expect(mapText(open('{"a":1}\n{"a":2}\n'), 'json', null)).toMatchObject({ ndjson: true, array_length: 2 });
    expect(mapText(open('{"a":1,\n "b" 2}'), 'json', null).parse_error).toEqual({ line: 2, column: 6 });
    const item = `{"k":"${'x'.repeat(1000)}","n":[1,{"z":","}]}`;
    const big = `{"list":[${Array.from({ length: 17_000 }, () => item).join(',')}],"s":"a\\"b","n":-1.5,"t":true}`;
    expect(mapText(open(big), 'json', null)).toMatchObject({
      scanned: true,
      key_count: 4,
      top_level: [
        { key: 'list', type: 'array' },
        { key: 's', type: 'string' },
        { key: 'n', type: 'number' },
        { key: 't', type: 'boolean' },
      ],
    });
  });

  test('xml, html and yaml show their first level', () => {
    expect(
      mapText(open('<?xml version="1.0"?><a><b x=">"/><!-- <q> --><c><d/></c><b/></a>'), 'xml', null),
    ).toMatchObject({
      root_element: 'a',
      first_level: ['b', 'c'],
    });
    const html = '<!DOCTYPE html>\n<html><head><meta charset="x"><title>t</title></head><body><br></body></html>';
    expect(mapText(open(html), 'html', null).first_level).toEqual(['head', 'body']);
    expect(mapText(open('name: x\nlist:\n  - a: 1\n"q": 2\n'), 'yml', null).first_level).toEqual(['name', 'list', 'q']);
  });
});

describe('read', () => {
  const text = `${Array.from({ length: 350 }, (_, at) => `line ${at + 1} ${'.'.repeat(80)}`).join('\n')}\n`;

  test('[FL-15] lines from 201, past the end, and from 0', async () => {
    const file = open(text);
    const from = (line_start: number) => readLines(file, { ...nothing, line_start });
    expect(
      from(201)
        .text.split('\n')
        .map((line) => line.split(' ')[1]),
    ).toEqual(Array.from({ length: 150 }, (_, at) => `${at + 201}`));
    expect(from(201).chunk_info).toMatchObject({
      range: '201-350',
      total: 350,
      has_more: false,
      next: null,
      chunk_index: 1,
      total_chunks: 2,
    });
    expect(from(400)).toMatchObject({ text: '', chunk_info: { has_more: false, total: 350, next: null } });
    const zero = await settle(() => from(0));
    expect(zero).toMatchObject({ ok: false, error: { code: 'VALIDATION_FAILED', reason: 'bad_selector' } });
  });

  test('following next shows every line once, within the budget', () => {
    const long = open(Array.from({ length: 900 }, (_, at) => `${at} ${'x'.repeat((at * 37) % 400)}`).join('\r\n'));
    const seen: string[] = [];
    let args: { line_start: number | null; line_count: number | null; view: null } | null = nothing;
    while (args) {
      const answer = readLines(long, args);
      expect(answer.text.length).toBeLessThanOrEqual(24_000);
      seen.push(...answer.text.split('\n'));
      args = answer.chunk_info?.next ? { ...nothing, ...(answer.chunk_info.next as object) } : null;
    }
    expect(seen.map((line) => Number(line.split(' ')[0]))).toEqual(Array.from({ length: 900 }, (_, at) => at));
  });

  test('a line longer than any answer comes in parts that join to the line', () => {
    const file = open(`first\n${'abcdefghij'.repeat(10_000)}\nlast`);
    let args: Parameters<typeof readLines>[1] | null = nothing;
    let all = '';
    while (args) {
      const { text: part, chunk_info } = readLines(file, args);
      all += chunk_info?.unit_split && chunk_info.unit_split.part < chunk_info.unit_split.parts ? part : `${part}\n`;
      args = chunk_info?.next ? { ...nothing, ...(chunk_info.next as object) } : null;
    }
    expect(all).toBe(`first\n${'abcdefghij'.repeat(10_000)}\nlast\n`);
  });
});
