import { build, carpentry, install, installing, paint, painting, sheets, t, transport } from './parts.ts';
import type { Recipe } from './recipe.ts';

/** Booths, signs, prints, plinths and floors. */
export const furnishings: readonly Recipe[] = [
  {
    id: 'photoCorner',
    version: 1,
    kind: 'booth',
    name: t('עמדת צילום', 'Photo corner'),
    aliases: ['פינת צילום', 'photo booth', 'selfie corner', 'קיר צילום'],
    dims: { widthMm: 2_400, heightMm: 2_400, depthMm: 1_500 },
    materials: ['plywood', 'vinyl'],
    tasks: [
      build('qty*w*h*60/1000000'),
      {
        key: 'print',
        title: t('הדפסה והדבקה', 'Print and apply'),
        trade: 'print',
        minutes: 'qty*120',
        after: ['build'],
        purchase: 'needed',
      },
      install('qty*90', 2, ['print']),
    ],
    lines: {
      materials: [
        { key: 'sheets', sku: 'ply-pop-17', qtyMilli: sheets, wasteBps: 1_000, task: 'build' },
        { key: 'vinyl', sku: 'vinyl-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' },
        { key: 'light', sku: 'led-strip', qtyMilli: 'qty*2*h', task: 'install' },
      ],
      work: [
        carpentry('qty*w*h*60/1000000'),
        { key: 'applying', label: t('הדבקה', 'Applying'), task: 'print', trade: 'print', minutes: 'qty*120' },
        installing('qty*90', 2),
      ],
    },
    cheaper: [{ key: 'vinyl', to: 'banner-print', why: t('באנר במקום ויניל', 'Banner instead of vinyl') }],
    needs: ['power'],
  },
  {
    id: 'booth',
    version: 1,
    kind: 'booth',
    name: t('ביתן', 'Booth'),
    aliases: ['ביתן תצוגה', 'exhibition booth', 'stand', 'pavilion', 'עמדה'],
    dims: { widthMm: 3_000, heightMm: 2_500, depthMm: 3_000 },
    materials: ['aluminium', 'forex'],
    tasks: [
      build('qty*(120+w*d*40/1000000)'),
      { key: 'graphics', title: t('גרפיקה', 'Graphics'), trade: 'print', minutes: 'qty*90', purchase: 'needed' },
      install('qty*(120+w*d*20/1000000)', 3, ['build', 'graphics']),
    ],
    lines: {
      materials: [
        { key: 'profile', sku: 'alu-profile', qtyMilli: 'qty*(4*h+4*w+4*d)', wasteBps: 500, task: 'build' },
        {
          key: 'graphics',
          sku: 'forex-print',
          qtyMilli: 'qty*ceil((w*h+2*d*h)/1000)',
          wasteBps: 500,
          task: 'graphics',
        },
        { key: 'carpet', sku: 'carpet', qtyMilli: 'qty*ceil(w*d/1000)', wasteBps: 500, task: 'install' },
      ],
      work: [carpentry('qty*(120+w*d*40/1000000)'), installing('qty*(120+w*d*20/1000000)', 3), transport(95_000)],
    },
    cheaper: [
      { key: 'graphics', to: 'banner-print', why: t('באנר במקום פורקס', 'Banner instead of forex') },
      { key: 'carpet', to: 'carpet-basic', why: t('שטיח פשוט', 'Basic carpet') },
    ],
    needs: ['power', 'transport'],
  },
  {
    id: 'sign',
    version: 1,
    kind: 'signage',
    name: t('שלט', 'Sign'),
    aliases: ['שילוט', 'שלט הכוונה', 'signage', 'signboard', 'wayfinding'],
    dims: { widthMm: 1_000, heightMm: 700, depthMm: 10 },
    materials: ['forex'],
    tasks: [
      { key: 'print', title: t('הדפסה', 'Print'), trade: 'print', minutes: '30', purchase: 'needed' },
      install('qty*20', 1, ['print']),
    ],
    lines: {
      materials: [{ key: 'print', sku: 'forex-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' }],
      work: [installing('qty*20', 1)],
    },
    cheaper: [{ key: 'print', to: 'banner-print', why: t('באנר במקום פורקס', 'Banner instead of forex') }],
  },
  {
    id: 'banner',
    version: 1,
    kind: 'print',
    name: t('באנר', 'Banner'),
    aliases: ['שלט בד', 'רול אפ', 'roll up', 'poster', 'flag'],
    dims: { widthMm: 3_000, heightMm: 1_000 },
    materials: ['banner'],
    tasks: [
      { key: 'print', title: t('הדפסה', 'Print'), trade: 'print', minutes: '30', purchase: 'needed' },
      install('qty*30', 2, ['print']),
    ],
    lines: {
      materials: [{ key: 'print', sku: 'banner-print', qtyMilli: 'qty*ceil(w*h/1000)', wasteBps: 500, task: 'print' }],
      work: [installing('qty*30', 2)],
    },
    cheaper: [],
  },
  {
    id: 'plinth',
    version: 1,
    kind: 'furniture',
    name: t('פלינתה', 'Plinth'),
    aliases: ['פודיום', 'עמוד תצוגה', 'pedestal', 'podium', 'display column', 'קובייה'],
    dims: { widthMm: 500, heightMm: 1_000, depthMm: 500 },
    materials: ['MDF'],
    tasks: [build('qty*150'), paint('qty*45'), install('qty*15', 1, ['paint'])],
    lines: {
      materials: [
        {
          key: 'boards',
          sku: 'mdf-16',
          qtyMilli: 'ceil(qty*(4*w*h+2*w*d)/2976800)*1000',
          wasteBps: 1_200,
          task: 'build',
        },
        { key: 'paint', sku: 'paint-acrylic', qtyMilli: 'ceil(qty/4)*1000', task: 'paint' },
      ],
      work: [carpentry('qty*150'), painting('qty*45'), installing('qty*15', 1)],
    },
    cheaper: [{ key: 'boards', to: 'chip-16', why: t('סיבית במקום MDF', 'Chipboard instead of MDF') }],
  },
  {
    id: 'floor',
    version: 1,
    kind: 'floor',
    name: t('רצפה', 'Floor'),
    aliases: ['שטיח', 'ריצוף', 'flooring', 'carpet', 'דק'],
    dims: { widthMm: 6_000, heightMm: 20, depthMm: 4_000 },
    materials: ['carpet'],
    tasks: [install('qty*(30+w*d*4/1000000)', 2, [])],
    lines: {
      materials: [{ key: 'carpet', sku: 'carpet', qtyMilli: 'qty*ceil(w*d/1000)', wasteBps: 500, task: 'install' }],
      work: [installing('qty*(30+w*d*4/1000000)', 2)],
    },
    cheaper: [{ key: 'carpet', to: 'carpet-basic', why: t('שטיח פשוט', 'Basic carpet') }],
  },
];
