import { render, screen } from '@testing-library/react';
import { it, vi } from 'vitest';
import { LazyLineChart } from './LazyLineChart.tsx';

vi.mock('./LineChart.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('names the table when the code of the chart does not arrive', async () => {
  render(<LazyLineChart title="Sales" xTitle="Day" yTitle="Units" labels={[]} series={[]} height={100} />);
  await screen.findByText('The chart could not be loaded. The table has the same figures.');
});
