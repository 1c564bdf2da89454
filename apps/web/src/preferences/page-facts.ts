import { PageFacts } from '@atelier/contracts';

/** What the server wrote on this page; the development server of the web app writes nothing. */
export const pageFacts = (): PageFacts => {
  const { language, link } = document.documentElement.dataset;
  return PageFacts.parse({ language, link });
};
