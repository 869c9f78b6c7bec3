import { chakra } from '@chakra-ui/react/styled-system';
import { Check, Minus } from 'lucide-react';

export interface Step {
  label: string;
  description?: string;
  state: 'done' | 'current' | 'pending' | 'skipped';
}

export interface StepperProps {
  label: string;
  steps: readonly Step[];
}

/** The stages of something and where it stands. */
export function Stepper({ label, steps }: StepperProps) {
  return (
    <chakra.ol
      aria-label={label}
      listStyleType="none"
      display="flex"
      flexDirection={{ base: 'column', lg: 'row' }}
    >
      {steps.map((step, index) => (
        <StepItem
          key={step.label}
          step={step}
          number={index + 1}
          last={index === steps.length - 1}
        />
      ))}
    </chakra.ol>
  );
}

/** Said after the label, for whoever does not see colours and marks. */
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

function StepItem({ step, number, last }: { step: Step; number: number; last: boolean }) {
  return (
    <chakra.li
      aria-current={step.state === 'current' ? 'step' : undefined}
      position="relative"
      flex="1"
      minW="0"
      display="flex"
      flexDirection={{ base: 'row', lg: 'column' }}
      alignItems={{ base: 'flex-start', lg: 'center' }}
      textAlign={{ lg: 'center' }}
      gap={{ base: '3', lg: '2' }}
      pb={{ base: last ? '0' : '5', lg: '0' }}
      px={{ lg: '1' }}
      _before={
        last
          ? undefined
          : {
              content: '""',
              position: 'absolute',
              bg: step.state === 'done' ? 'teal.700' : 'border.emphasized',
              top: { base: '8', lg: '15px' },
              bottom: { base: '0', lg: 'auto' },
              left: { base: '15px', lg: 'calc(50% + 20px)' },
              width: { base: '2px', lg: 'calc(100% - 40px)' },
              height: { base: 'auto', lg: '2px' },
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
        {markOf(step, number)}
      </chakra.span>
      <chakra.div pt={{ base: '1', lg: '0' }} minW="0">
        <chakra.div
          textStyle="sm"
          fontWeight={step.state === 'current' ? 'bold' : 'medium'}
          color={step.state === 'current' || step.state === 'done' ? 'fg' : 'fg.muted'}
        >
          {step.label}
          <chakra.span srOnly>{`, ${wordOf[step.state]}`}</chakra.span>
        </chakra.div>
        {step.description ? (
          <chakra.div textStyle="sm" color="fg.muted">
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
