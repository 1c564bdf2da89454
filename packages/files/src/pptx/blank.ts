import { ns, zipToBuffer } from '../package/index.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const part = (name: string, xml: string) => ({ from: 'bytes' as const, name, bytes: Buffer.from(`${head}${xml}`) });
const root = `xmlns:a="${ns.drawing}" xmlns:r="${ns.relationships}" xmlns:p="${ns.slide}"`;
const relations = (rows: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships xmlns="${ns.packageRelationships}">${rows.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${ns.relationships}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;
const type = (kind: string) => `application/vnd.openxmlformats-officedocument.presentationml.${kind}+xml`;

const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
type Box = readonly [left: number, top: number, width: number, height: number];
const holder = (id: number, name: string, ph: string, box: Box | undefined) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${box ? `<a:xfrm><a:off x="${box[0]}" y="${box[1]}"/><a:ext cx="${box[2]}" cy="${box[3]}"/></a:xfrm>` : ''}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US"/><a:t>${name}</a:t></a:r></a:p></p:txBody></p:sp>`;

const titleBox: Box = [838_200, 365_125, 10_515_600, 1_325_563];
const bodyBox: Box = [838_200, 1_825_625, 10_515_600, 4_351_338];
const left: Box = [838_200, 1_825_625, 5_181_600, 4_351_338];
const right: Box = [6_172_200, 1_825_625, 5_181_600, 4_351_338];
const title = (box?: Box) => holder(2, 'Title', 'type="title"', box);

const layouts: readonly (readonly [type: string, name: string, shapes: string])[] = [
  [
    'title',
    'Title Slide',
    holder(2, 'Title', 'type="ctrTitle"', [1_524_000, 1_122_363, 9_144_000, 2_387_600]) +
      holder(3, 'Subtitle', 'type="subTitle" idx="1"', [1_524_000, 3_602_038, 9_144_000, 1_655_762]),
  ],
  ['obj', 'Title and Content', title() + holder(3, 'Content', 'idx="1"', undefined)],
  [
    'secHead',
    'Section Header',
    holder(2, 'Title', 'type="title"', [831_850, 1_709_738, 10_515_600, 2_852_737]) +
      holder(3, 'Text', 'type="body" idx="1"', [831_850, 4_589_463, 10_515_600, 1_500_187]),
  ],
  [
    'twoObj',
    'Two Content',
    title() + holder(3, 'Content', 'sz="half" idx="1"', left) + holder(4, 'Content', 'sz="half" idx="2"', right),
  ],
  [
    'twoTxTwoObj',
    'Comparison',
    title() +
      holder(3, 'Text', 'type="body" idx="1"', [839_788, 1_681_163, 5_157_787, 823_912]) +
      holder(4, 'Content', 'sz="half" idx="2"', [839_788, 2_505_075, 5_157_787, 3_684_588]) +
      holder(5, 'Text', 'type="body" sz="quarter" idx="3"', [6_172_200, 1_681_163, 5_183_188, 823_912]) +
      holder(6, 'Content', 'sz="quarter" idx="4"', [6_172_200, 2_505_075, 5_183_188, 3_684_588]),
  ],
  ['titleOnly', 'Title Only', title()],
  ['blank', 'Blank', ''],
];

const colors = [
  ['dk1', '1A1A1A'],
  ['lt1', 'FFFFFF'],
  ['dk2', '22304A'],
  ['lt2', 'F2EFEA'],
  ['accent1', '35609E'],
  ['accent2', 'B5652B'],
  ['accent3', '6F7B84'],
  ['accent4', 'B08A2E'],
  ['accent5', '3F7F76'],
  ['accent6', '7A4F79'],
  ['hlink', '35609E'],
  ['folHlink', '7A4F79'],
];
const theme = `<a:theme xmlns:a="${ns.drawing}" name="Atelier"><a:themeElements><a:clrScheme name="Atelier">${colors.map(([name, color]) => `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`).join('')}</a:clrScheme><a:fontScheme name="Atelier"><a:majorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="Atelier"><a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${'<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const level = (number: number, size: number) =>
  `<a:lvl${number}pPr marL="${228_600 + (number - 1) * 457_200}" indent="-228600" algn="l"><a:spcBef><a:spcPts val="${number === 1 ? 1000 : 500}"/></a:spcBef><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${number}pPr>`;
const textStyles = `<p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="4000"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle>${[2800, 2400, 2000, 1800, 1800].map((size, at) => level(at + 1, size)).join('')}</p:bodyStyle><p:otherStyle><a:lvl1pPr><a:defRPr sz="1800"/></a:lvl1pPr></p:otherStyle></p:txStyles>`;
const colorMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** The presentation a new file begins as: 16:9, one master, seven layouts, no slides. */
export const blankPptx = (): Promise<Buffer> =>
  zipToBuffer([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${ns.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/><Override PartName="/ppt/presentation.xml" ContentType="${type('presentation.main')}"/><Override PartName="/ppt/slideMasters/slideMaster1.xml" ContentType="${type('slideMaster')}"/><Override PartName="/ppt/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>${layouts.map((_, at) => `<Override PartName="/ppt/slideLayouts/slideLayout${at + 1}.xml" ContentType="${type('slideLayout')}"/>`).join('')}</Types>`,
    ),
    part('_rels/.rels', relations([['rId1', 'officeDocument', 'ppt/presentation.xml']])),
    part(
      'ppt/presentation.xml',
      `<p:presentation ${root}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ),
    part(
      'ppt/_rels/presentation.xml.rels',
      relations([
        ['rId1', 'slideMaster', 'slideMasters/slideMaster1.xml'],
        ['rId2', 'theme', 'theme/theme1.xml'],
      ]),
    ),
    part(
      'ppt/slideMasters/slideMaster1.xml',
      `<p:sldMaster ${root}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${group}${title(titleBox)}${holder(3, 'Text', 'type="body" idx="1"', bodyBox)}</p:spTree></p:cSld>${colorMap}<p:sldLayoutIdLst>${layouts.map((_, at) => `<p:sldLayoutId id="${2_147_483_649 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldLayoutIdLst>${textStyles}</p:sldMaster>`,
    ),
    part(
      'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      relations([
        ...layouts.map((_, at) => [`rId${at + 1}`, 'slideLayout', `../slideLayouts/slideLayout${at + 1}.xml`] as const),
        [`rId${layouts.length + 1}`, 'theme', '../theme/theme1.xml'],
      ]),
    ),
    part('ppt/theme/theme1.xml', theme),
    ...layouts.flatMap(([kind, name, shapes], at) => [
      part(
        `ppt/slideLayouts/slideLayout${at + 1}.xml`,
        `<p:sldLayout ${root} type="${kind}" preserve="1"><p:cSld name="${name}"><p:spTree>${group}${shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
      ),
      part(
        `ppt/slideLayouts/_rels/slideLayout${at + 1}.xml.rels`,
        relations([['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml']]),
      ),
    ]),
  ]);
