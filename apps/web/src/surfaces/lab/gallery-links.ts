/** The pages of the gallery, in order. */
export const galleryLinks = [
  { path: '/lab/components', title: 'pages.controls' },
  { path: '/lab/components/layout', title: 'pages.layout' },
  { path: '/lab/components/grid', title: 'pages.grid' },
] as const;
