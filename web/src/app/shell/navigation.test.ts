import { expect, test } from "vitest";
import { AREAS, placeOf } from "@/app/shell/navigation";
import { paths } from "@/shared/config/paths";

test("each screen belongs to its area, and so do the screens that it leads to", () => {
  for (const { screens } of AREAS) {
    for (const { path } of screens) {
      expect(placeOf(path)).toEqual({ area: screens[0].path, screen: path });
    }
  }
  expect(placeOf(paths.updatePage("page_1"))).toEqual({ area: paths.allPages, screen: paths.allPages });
  expect(placeOf(paths.folder("fol_1"))).toEqual({ area: paths.codes, screen: paths.folders });
  expect(placeOf(paths.createCode)).toEqual({ area: paths.codes, screen: paths.codes });
  expect(placeOf("/admin/no-such-screen")).toEqual({ area: null, screen: null });
});
