import {
  Bot,
  ChartNoAxesColumn,
  Database,
  Gauge,
  Info,
  Languages,
  type LucideIcon,
  Palette,
  ShieldCheck,
  Users,
} from 'lucide-react';

export type SectionLink = { readonly id: string; readonly icon: LucideIcon; readonly title: string };

/** The pages of Settings, in order; `surface.ts` gives each its screen. */
export const sectionLinks = [
  { id: 'appearance', icon: Palette, title: 'settings:appearance.title' },
  { id: 'language', icon: Languages, title: 'settings:language.title' },
  { id: 'models', icon: Bot, title: 'settings:models.title' },
  { id: 'privacy', icon: ShieldCheck, title: 'settings:privacy.short' },
  { id: 'people', icon: Users, title: 'settings:people.title' },
  { id: 'data', icon: Database, title: 'settings:data.title' },
  { id: 'limits', icon: Gauge, title: 'settings:limits.title' },
  { id: 'metrics', icon: ChartNoAxesColumn, title: 'settings:metrics.title' },
  { id: 'about', icon: Info, title: 'settings:about.title' },
] as const satisfies readonly SectionLink[];

export type SectionId = (typeof sectionLinks)[number]['id'];
