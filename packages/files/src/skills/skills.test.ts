import { describe, expect, test } from 'vitest';
import { parseArguments } from '../tools/arguments.ts';
import { catalogue } from '../tools/catalogue.ts';
import { strictSchema } from '../tools/json-schema.ts';
import { catalogHeading, loadStyleSkill, mergeStyleSkill, styleFormats } from './style-skill.ts';

const catalogOf = (text: string): string => text.split(`## ${catalogHeading}\n\n`)[1]?.split('\n\n## ')[0] ?? '';

describe.each(styleFormats)('%s', (format) => {
  const skill = loadStyleSkill(format);

  test('[FL-53] the front matter is valid, the catalog says what the schema says, and the examples pass', () => {
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill.text) ?? [];
    expect(front.split('\n')).toEqual([
      `name: ${format}-style-skill`,
      `description: ${skill.description}`,
      'metadata:',
      '  category: format-style',
      '  version: "1"',
    ]);
    const definition = catalogue.find(({ name }) => name === `${format}_operations`);
    const variants = definition ? (strictSchema(definition.params).properties?.operations?.items?.anyOf ?? []) : [];
    const lines = catalogOf(skill.text)
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const stated = lines.map((line) => {
      const [, op = '', fields = ''] = /^- `(\w+)`(?: (.*))?$/.exec(line) ?? [];
      return [op, fields === '' ? [] : fields.split(', ').map((field) => field.replace('?', ''))];
    });
    expect(stated).toEqual(
      variants.map(({ properties = {} }) => [
        properties.op?.enum?.[0],
        Object.keys(properties).filter((key) => key !== 'op'),
      ]),
    );
    const examples = [...skill.text.matchAll(/```json\n(.*)\n```/g)].map(
      ([, json = '']) => JSON.parse(json) as { tool: string; args: unknown },
    );
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const { tool, args } of examples) {
      const used = catalogue.find(({ name }) => name === tool);
      expect(used && parseArguments(used, args), JSON.stringify(args)).toMatchObject({ ok: true });
    }
  });

  test('is short enough to travel with every call', () => {
    expect(skill.text.length / 4).toBeLessThan(1_000);
  });
});

describe('merging a house style', () => {
  const generic = loadStyleSkill('xlsx');

  test('the catalog stays word for word and sections of the same name are joined', () => {
    const merged = mergeStyleSkill(
      generic,
      '## Formatting Principles\n- Headers are dark green.\n\n## Wording\nSpeak plainly.\n\n## Tool Capability Catalog\n- `format_disk`\n',
    );
    expect(catalogOf(merged)).toBe(catalogOf(generic.text));
    expect(merged).toContain('- Headers are dark green.');
    expect(merged).toContain('- Totals and shares are formulas');
    expect(merged).toContain('## Wording\n\nSpeak plainly.');
    expect(merged).not.toContain('format_disk');
  });

  test('text without headings is guidance, and a contradicted line gives way', () => {
    expect(mergeStyleSkill(generic, 'Use Arial everywhere.')).toContain('## House Style\n\nUse Arial everywhere.');
    const merged = mergeStyleSkill(
      generic,
      '## Formatting Principles\n- Keep at most four accent colours; meaning by colour alone is fine.\n',
    );
    expect(merged).not.toContain('two accent colours');
    expect(merged).toContain('four accent colours');
  });
});
