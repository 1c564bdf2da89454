import { escapeXmlAttribute } from '../package/index.ts';

type BuiltIn = { readonly id: string; readonly name: string; readonly paragraph: string; readonly run: string };

const heading = (level: number): BuiltIn => ({
  id: `Heading${level}`,
  name: `heading ${level}`,
  paragraph: `<w:keepNext/><w:spacing w:before="${level === 1 ? 360 : 240}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
  run: `<w:b/><w:sz w:val="${[36, 30, 26, 24, 22, 22, 22, 22, 22][level - 1]}"/>`,
});

/** Built-in styles a document may lack; added when an operation asks for one by its name. */
const builtIns: readonly BuiltIn[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(heading),
  { id: 'Title', name: 'Title', paragraph: '<w:spacing w:after="240"/>', run: '<w:sz w:val="56"/>' },
  {
    id: 'Subtitle',
    name: 'Subtitle',
    paragraph: '<w:spacing w:after="160"/>',
    run: '<w:color w:val="595959"/><w:sz w:val="28"/>',
  },
  { id: 'Quote', name: 'Quote', paragraph: '<w:ind w:left="720" w:right="720"/>', run: '<w:i/>' },
  { id: 'Caption', name: 'caption', paragraph: '<w:spacing w:after="200"/>', run: '<w:i/><w:sz w:val="18"/>' },
  { id: 'ListParagraph', name: 'List Paragraph', paragraph: '<w:ind w:left="720"/><w:contextualSpacing/>', run: '' },
];

export const builtInStyle = (written: string): BuiltIn | undefined => {
  const wanted = folded(written);
  return builtIns.find(({ id, name }) => folded(id) === wanted || folded(name) === wanted);
};

/** As it stands in the styles part, which may call WordprocessingML by any prefix. */
export const builtInXml = (w: string, { id, name, paragraph, run }: BuiltIn, basedOn: string | undefined): string => {
  const based = basedOn === undefined ? '' : `<w:basedOn w:val="${escapeXmlAttribute(basedOn)}"/>`;
  const xml = `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${based}<w:qFormat/><w:pPr>${paragraph}</w:pPr>${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}</w:style>`;
  return w === 'w:' ? xml : xml.replaceAll(/(<\/?| )w:/g, `$1${w}`);
};

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');
