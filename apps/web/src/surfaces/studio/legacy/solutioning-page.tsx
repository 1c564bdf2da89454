import { LegacyPage } from './legacy-page.tsx';

const SolutioningPage = () => <LegacyPage stage="solutioning" />;

export default SolutioningPage;
