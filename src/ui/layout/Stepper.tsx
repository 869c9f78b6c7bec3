import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Minus } from 'lucide-react';
import { Moving } from '../overlay/Moving.tsx';

export interface Step {
  label: string;
  description?: string;
  state: 'done' | 'current' | 'pending' | 'skipped';
}

/** The steps of a process and the current one, in a row; on narrow screens the labels are only for screen readers. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  const reached = steps.findLastIndex(({ state }) => state === 'done' || state === 'current');
  const here = steps.find(({ state }) => state === 'current');
  return (
    <>
      <chakra.ol
        aria-label={label}
        listStyleType="none"
        display="flex"
        // The lines fill the space between the marks.
        justifyContent={{ base: 'space-between', lg: 'normal' }}
      >
        {steps.map((step, index) => (
          <StepItem
            key={step.label}
            step={step}
            number={index + 1}
            passed={index < reached}
            last={index === steps.length - 1}
          />
        ))}
      </chakra.ol>
      {here ? (
        <chakra.p hideFrom="lg" aria-hidden="true" mt="3" textStyle="sm" color="fg.muted">
          Etapa actual: <chakra.strong color="fg">{here.label}</chakra.strong>
        </chakra.p>
      ) : null}
    </>
  );
}

/** Text after the label for screen readers. */
const wordOf = {
  done: 'completada',
  current: 'etapa actual',
  pending: 'pendiente',
  skipped: 'no aplica',
} as const satisfies Record<Step['state'], string>;

const lookOf = {
  done: { bg: 'teal.700', color: 'white', borderColor: 'teal.700' },
  current: {
    bg: 'white',
    color: 'teal.800',
    borderColor: 'teal.700',
    boxShadow: '0 0 0 4px {colors.teal.100}',
  },
  pending: { bg: 'white', color: 'fg.muted', borderColor: 'border.emphasized' },
  skipped: { bg: 'bg.muted', color: 'fg.muted', borderColor: 'border.emphasized' },
} as const satisfies Record<Step['state'], object>;

interface StepItemProps {
  step: Step;
  number: number;
  /** A later step was reached, so the line to the next step is coloured. */
  passed: boolean;
  last: boolean;
}

function StepItem({ step, number, passed, last }: StepItemProps) {
  return (
    <chakra.li
      aria-current={step.state === 'current' ? 'step' : undefined}
      position="relative"
      flex={{ base: last ? 'none' : '1', lg: '1' }}
      minW="0"
      display="flex"
      flexDirection="column"
      alignItems={{ base: 'flex-start', lg: 'center' }}
      textAlign={{ lg: 'center' }}
      gap="2"
      px={{ lg: '1' }}
      _before={
        last
          ? {}
          : {
              content: '""',
              position: 'absolute',
              bg: passed ? 'teal.700' : 'border.emphasized',
              top: '15px',
              left: { base: '36px', lg: 'calc(50% + 20px)' },
              width: 'calc(100% - 40px)',
              height: '2px',
            }
      }
    >
      <chakra.span
        position="relative"
        display="grid"
        placeItems="center"
        boxSize="8"
        flexShrink="0"
        borderRadius="full"
        borderWidth="2px"
        textStyle="sm"
        fontWeight="bold"
        aria-hidden="true"
        {...lookOf[step.state]}
      >
        <Moving as="span" of={step.state}>
          {markOf(step, number)}
        </Moving>
      </chakra.span>
      <chakra.div minW="0" lgDown={{ srOnly: true }}>
        <chakra.div
          textStyle="sm"
          fontWeight={step.state === 'current' ? 'bold' : 'medium'}
          color={step.state === 'current' || step.state === 'done' ? 'fg' : 'fg.muted'}
        >
          {step.label}
          <chakra.span srOnly>{`, ${wordOf[step.state]}`}</chakra.span>
        </chakra.div>
        {step.description ? (
          <chakra.div textStyle="xs" color="fg.muted">
            {step.description}
          </chakra.div>
        ) : null}
      </chakra.div>
    </chakra.li>
  );
}

function markOf(step: Step, number: number) {
  if (step.state === 'done') return <Check size={16} strokeWidth={3} />;
  if (step.state === 'skipped') return <Minus size={16} />;
  return number;
}
