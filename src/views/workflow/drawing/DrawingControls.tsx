import { chakra } from '@chakra-ui/react/styled-system';
import { Panel, useReactFlow } from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../../components/IconButton.tsx';
import { motionDuration } from './motion.ts';

/** Nearer, further, and everything at once. */
export function DrawingControls() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="top-right">
      <chakra.div
        display="flex"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l2"
        boxShadow="xs"
        _print={{ display: 'none' }}
      >
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
        <IconButton
          label="Ver todo"
          icon={Maximize}
          onClick={() => void fitView({ duration: motionDuration() })}
        />
      </chakra.div>
    </Panel>
  );
}
