import type { JsonObject } from '@atelier/kernel/core';
import { chunkRule } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import { jsonOutline } from './json-outline.ts';
import { type Heading, markdownHeadings, markupOutline, yamlOutline } from './outline.ts';
import { endsWithNewline, newlineStyle, type TextFile } from './text-file.ts';

export const linesPerChunk = 200;

export const mapText = (file: TextFile, format: string, part: string | null): JsonObject => {
  const { encoding } = file;
  let char_count = 0;
  let longest_line = 0;
  for (let index = 0; index < file.lineCount; index++) {
    const { length } = file.line(index);
    char_count += length + file.newline(index).length;
    longest_line = Math.max(longest_line, length);
  }
  return {
    line_count: file.lineCount,
    char_count,
    byte_count: file.bytes.length,
    encoding_detected: encoding.encoding,
    encoding_confidence: encoding.confidence,
    bom: encoding.bom_length > 0,
    newline: newlineStyle(file),
    ends_with_newline: endsWithNewline(file),
    longest_line,
    chunks: { ...chunkRule('lines', linesPerChunk, file.lineCount) },
    ...outline(file, format, part),
    warnings: encoding.guessed ? [`encoding_guessed:${encoding.encoding}`] : [],
  };
};

const outline = (file: TextFile, format: string, part: string | null): JsonObject => {
  switch (format) {
    case 'md':
      return { headings: partOf(markdownHeadings(file), part).map((each) => ({ ...each })) };
    case 'json':
      return jsonOutline(file);
    case 'xml':
    case 'html':
      return markupOutline(file.codec.decode(file.bytes.subarray(file.encoding.bom_length)));
    case 'yaml':
    case 'yml':
      return yamlOutline(file);
    default:
      return {};
  }
};

const partOf = (headings: readonly Heading[], part: string | null): readonly Heading[] => {
  if (part === null) return headings;
  const [, from, to] = /^headings:(\d+)-(\d+)$/.exec(part) ?? [];
  if (from === undefined || to === undefined || Number(from) < 1 || Number(to) < Number(from)) {
    throw refusal('VALIDATION_FAILED', 'bad_selector', `"${part}" is no part of a text map.`, {
      hint: 'Use headings:1-50.',
    });
  }
  return headings.slice(Number(from) - 1, Number(to));
};
