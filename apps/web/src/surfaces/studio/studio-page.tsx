import { SurfacePreview } from '../surface-preview.tsx';
import { StudioDrawing } from './studio-drawing.tsx';

const StudioPage = () => <SurfacePreview surface="studio" drawing={<StudioDrawing />} />;

export default StudioPage;
