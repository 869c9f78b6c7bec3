import { chakra } from '@chakra-ui/react/styled-system';
import { Handle, type Node, Position } from '@xyflow/react';
import { palette } from './palette.ts';

export type StartFlowNode = Node<Record<string, never>, 'start'>;

/** Where everything begins. */
export function StartNode() {
  return (
    <chakra.div
      aria-hidden="true"
      boxSize="full"
      borderRadius="full"
      style={{ background: palette.text }}
    >
      <Handle
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        style={{ opacity: 0, pointerEvents: 'none' }}
      />
    </chakra.div>
  );
}
