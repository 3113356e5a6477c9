import { EmptyState } from '../ui/states.tsx';

/** For operators of the service. */
export function OperatorPage() {
  return (
    <main class="lone">
      <EmptyState title="Not here yet" />
    </main>
  );
}
