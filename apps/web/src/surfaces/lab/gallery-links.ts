/** The pages of the gallery, in order. */
export const galleryLinks = [
  { path: '/lab/components', title: 'pages.controls' },
  { path: '/lab/components/layout', title: 'pages.layout' },
] as const;
