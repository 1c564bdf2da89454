import type { Asset } from '../office/assets.ts';
import { portableXml } from '../office/portable-xml.ts';
import { childOf, elementsOf, ns, prefixFor, refuseOp, type XmlDocument, type XmlElement } from '../package/index.ts';
import type { EditSession } from './edit-session.ts';
import type { Shape } from './shapes.ts';

/** Gives the text of a shape the look that another shape's first paragraph and run have; its words and links stay. */
export const copyTextStyle = (
  session: EditSession,
  { document, shape }: { readonly document: XmlDocument; readonly shape: Shape },
  asset: Asset,
): void => {
  const [slideIndex, shapeId] = (asset.target ?? '').split(':').map(Number);
  if (slideIndex === undefined || shapeId === undefined || !Number.isInteger(slideIndex) || !Number.isInteger(shapeId))
    refuseOp('bad_op', 'A text style goes to a shape: text_style:0:2->1:3.');
  const slide = session.slide(slideIndex as number);
  const target = session.shape(slide, shapeId as number);
  const first = shape.paragraphs[0];
  const run = first?.runs.find(({ textElement }) => textElement)?.element;
  const [paragraphLook, runLook] = [
    first && childOf(first.element, ns.drawing, 'pPr'),
    run && childOf(run, ns.drawing, 'rPr'),
  ];
  if (!target.textBody) refuseOp('bad_op', `Shape s${target.id} holds no text.`);
  session.change(slide.part, (edit, place) => {
    const a = prefixFor(place.root, ns.drawing) ?? 'a:';
    for (const { element, runs } of target.paragraphs) {
      const old = childOf(element, ns.drawing, 'pPr');
      const made = paragraphLook ? portableXml(document, paragraphLook, place.root) : '';
      if (old) edit.replace(old, made);
      else if (made !== '') edit.prepend(element, made);
      for (const { element: each } of runs) {
        const own = childOf(each, ns.drawing, 'rPr');
        const links = own ? elementsOf(own).filter(isLink) : [];
        const look = runLook
          ? portableXml(document, runLook, place.root, (change, copy) => {
              for (const link of elementsOf(copy).filter(isLink)) change.remove(link);
              // Links stand at the end of a run's properties, before extensions, and belong to the words.
              for (const link of links) change.append(copy, place.source.slice(link.start, link.end));
            })
          : `<${a}rPr/>`;
        if (own) edit.replace(own, look);
        else edit.prepend(each, look);
      }
    }
  });
};

const isLink = ({ local, uri }: XmlElement): boolean =>
  uri === ns.drawing && (local === 'hlinkClick' || local === 'hlinkMouseOver');
