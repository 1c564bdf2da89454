import type { SentPart } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { assemble, type PromptInput } from './assemble.ts';
import type { PromptFile } from './manifest.ts';

const file = (path: string, over: Partial<PromptFile> = {}): PromptFile => ({
  path,
  kind: path.split('.').at(-1) ?? 'text',
  sizeBytes: 10_000,
  isReadable: true,
  isEditable: true,
  maps: [],
  parts: [],
  ...over,
});
const base: PromptInput = {
  part: 'research',
  contextTokens: 200_000,
  files: [],
  context: [],
  styles: {},
  conversation: [],
  payload: [],
  request: 'Do it',
  tools: [],
};
const sent = (over: Partial<PromptInput>): readonly SentPart[] => {
  const prompt = assemble({ ...base, ...over });
  if (!prompt.ok) throw new Error(prompt.error.code);
  return prompt.value.sent;
};
const size = expect.any(Number);

test('a prompt names every file that went, how much of it, and why it was not more', () => {
  const files = [
    file('a.txt', { kind: 'text', sizeBytes: 3, text: 'one' }),
    file('b.xlsx', { maps: ['{"sheets":1}'], hides: { places: 2, isWithheld: true } }),
    // Maps above 4,000 tokens give way to shorter ones; one that has none is named only.
    file('c.xlsx', { maps: ['m'.repeat(20_000), 'm'.repeat(400)] }),
    file('d.xlsx', { maps: ['m'.repeat(20_000)] }),
    file('x.bin', { isReadable: false, isEditable: false, unavailable: 'unsupported_type' }),
  ];
  expect(sent({ files })).toEqual([
    { what: 'file', path: 'a.txt', bytes: 3, tokens: size, as: 'whole', because: null },
    { what: 'file', path: 'b.xlsx', bytes: 10_000, tokens: size, as: 'outline', because: null, withheld: 2 },
    { what: 'file', path: 'c.xlsx', bytes: 10_000, tokens: size, as: 'outline', because: 'shortened' },
    { what: 'file', path: 'd.xlsx', bytes: 10_000, tokens: size, as: 'row', because: 'no_room' },
    {
      what: 'file',
      path: 'x.bin',
      bytes: 10_000,
      tokens: size,
      as: 'row',
      because: 'unreadable',
      reason: 'unsupported_type',
    },
  ]);
});

test('a prompt names context items, styles, pictures, what was handed on, and tools that were left out', () => {
  const tool = (name: string) => ({ name, description: 'd'.repeat(40_000), schema: {} });
  const parts = sent({
    contextTokens: 64_000,
    context: [
      { category: 'situation', text: 'Friday' },
      { category: 'document-style', text: 'Short' },
    ],
    files: [file('b.docx', { maps: ['{}'] })],
    styles: { docx: { name: 'docx-style-custom', text: 'Short words' } },
    payload: [{ tag: 'plan', text: '- [ ] 1. Sum' }],
    tools: [tool('read_file'), tool('docx_operations'), tool('pptx_operations')],
    pictures: [{ path: 'scan.pdf', page: 2, picture: { mediaType: 'image/png', data: '' } as never }],
  });
  expect(parts.slice(1)).toEqual([
    { what: 'context', name: 'situation', tokens: size },
    { what: 'style', name: 'docx-style-custom', tokens: size },
    { what: 'picture', path: 'scan.pdf', page: 2, tokens: size },
    { what: 'handed', name: 'plan', tokens: size },
    { what: 'tools_left_out', names: ['pptx_operations'] },
  ]);
});
