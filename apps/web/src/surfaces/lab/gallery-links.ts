/** The pages of the gallery, in order. */
export const galleryLinks = [
  { path: '/lab/components', title: 'pages.controls' },
  { path: '/lab/components/layout', title: 'pages.layout' },
  { path: '/lab/components/grid', title: 'pages.grid' },
  { path: '/lab/components/files', title: 'pages.files' },
  { path: '/lab/components/more', title: 'pages.more' },
] as const;
