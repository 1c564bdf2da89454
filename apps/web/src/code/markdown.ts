import { lazyPart } from './lazy-part.tsx';

// Its parser is heavy and most pages show none.
export const Markdown = lazyPart(() => import('../ui/markdown.tsx'));
export const StreamedMarkdown = lazyPart(() => import('../ui/streamed-markdown.tsx'));
