import { LegacyPage } from './legacy-page.tsx';

const IdeationPage = () => <LegacyPage stage="ideation" />;

export default IdeationPage;
