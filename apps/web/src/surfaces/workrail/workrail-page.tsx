import { SurfacePreview } from '../surface-preview.tsx';
import { WorkRailDrawing } from './workrail-drawing.tsx';

const WorkRailPage = () => <SurfacePreview surface="workrail" drawing={<WorkRailDrawing />} />;

export default WorkRailPage;
