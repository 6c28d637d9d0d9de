import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ApiError } from "@/shared/api/errors";
import { ErrorState } from "@/shared/components/state-views";
import { renderApp } from "@/shared/testing/render";

it("retries everything that failed temporarily, and nothing that was refused", async () => {
  const asked: Record<string, number> = {};
  let isAway = true;

  function Part({ name, status }: { name: string; status: number }) {
    const query = useQuery({
      queryKey: [name],
      retry: false,
      queryFn: () => {
        asked[name] = (asked[name] ?? 0) + 1;
        if (isAway) {
          throw new ApiError({ status, code: "unavailable", message: `${name} is away` });
        }
        return name;
      },
    });
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <p>{query.data ?? ""}</p>
    );
  }

  renderApp(
    <>
      <Part name="chart" status={503} />
      <Part name="table" status={500} />
      <Part name="secret" status={403} />
    </>,
  );
  expect(await screen.findAllByText(/is away/)).toHaveLength(3);
  isAway = false;
  const [first] = screen.getAllByRole("button", { name: "Retry" });
  await userEvent.click(first as HTMLElement);

  expect(await screen.findByText("chart")).toBeVisible();
  expect(await screen.findByText("table")).toBeVisible();
  expect(screen.getByText("secret is away")).toBeVisible();
  expect(asked).toEqual({ chart: 2, table: 2, secret: 1 });
});
