import { memo } from 'react';
import { closeMarkdown } from './close-markdown.ts';
import Markdown from './markdown.tsx';
import { blocksOf } from './markdown-blocks.ts';

const Block = memo(Markdown);

/** Text while it is being written: blocks that are whole are drawn once, only the last one moves. */
const StreamedMarkdown = ({ text }: { readonly text: string }) => {
  const blocks = blocksOf(text);
  return (
    <div className="flex flex-col gap-2">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block keeps its place while the text grows
        <Block key={at} text={at === blocks.length - 1 ? closeMarkdown(block) : block} />
      ))}
    </div>
  );
};

/** A default export for the same reason as Markdown's. */
export default StreamedMarkdown;
