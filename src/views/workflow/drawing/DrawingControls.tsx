import { chakra } from '@chakra-ui/react/styled-system';
import { useReactFlow } from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import type { DrawnChart } from '#machines/diagram/drawn-chart.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { motionDuration } from './motion.ts';
import { useWholeChart } from './use-whole-chart.ts';

/** Nearer, further, and everything at once. */
export function DrawingControls({ drawn }: { drawn: DrawnChart }) {
  const { zoomIn, zoomOut } = useReactFlow();
  const showWhole = useWholeChart(drawn);
  return (
    <chakra.div display="flex" flexShrink="0">
      <IconButton
        label="Acercar"
        icon={ZoomIn}
        onClick={() => void zoomIn({ duration: motionDuration() })}
      />
      <IconButton
        label="Alejar"
        icon={ZoomOut}
        onClick={() => void zoomOut({ duration: motionDuration() })}
      />
      <IconButton label="Ver todo" icon={Maximize} onClick={() => showWhole(motionDuration())} />
    </chakra.div>
  );
}
