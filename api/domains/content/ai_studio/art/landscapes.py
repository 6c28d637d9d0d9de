"""Pictures with a horizon: waves under a sun, and a night sky over mountains."""

import numpy as np

from api.domains.content.ai_studio.art.color import Pixels, blend, from_oklab, to_oklab
from api.domains.content.ai_studio.art.fields import Field, coordinates, noise, smooth_step

FOAM = 0.03
"""Height above a crest, as a fraction of the picture, at which foam is no longer visible."""
SUN = np.array([1.0, 0.78, 0.45], np.float32)


def waves(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw rolling waves one behind another, from pale distant ones to deep near ones, under a low sun."""
    x, y = coordinates(side)
    grain = noise(rng, side, 5, 5)
    picture = blend(colors[:3], y * 1.5 + 0.12 * (grain - 0.5))
    sun_x, sun_y, radius = rng.uniform(0.25, 0.75), rng.uniform(0.2, 0.3), rng.uniform(0.1, 0.16)
    distance = np.hypot(x - sun_x, y - sun_y)
    glow = np.exp(-((distance / (radius * 2.4)) ** 2))[..., None]
    picture = picture * (1 - 0.55 * glow) + colors[0] * 0.55 * glow
    disc = smooth_step(radius + 0.002, radius - 0.002, distance)[..., None]
    picture = picture * (1 - disc) + (0.35 * colors[0] + 0.65 * SUN) * disc
    layers = int(rng.integers(12, 16))
    for layer in range(layers):
        depth = layer / (layers - 1)
        top = 0.3 + 0.66 * depth**1.15
        height = 0.018 + 0.03 * depth
        crest = np.full(side, top, np.float32)
        for _ in range(3):
            length, phase = rng.uniform(0.8, 3.2) / (0.5 + depth), rng.uniform(0, 6.28)
            crest += height * rng.uniform(0.3, 1.0) * np.sin(x[0] * length * 6.28 + phase)
        rows = slice(max(int((float(crest.min()) - FOAM) * side), 0), None)
        below = y[rows] - crest[None, :]
        inside = smooth_step(-0.0015, 0.0015, below)[..., None]
        shade = 0.22 + 0.72 * depth - 0.16 * np.exp(-np.maximum(below, 0) / 0.05)
        water = blend(colors, shade + 0.1 * (grain[rows] - 0.5))
        foam = (np.exp(-((below / 0.0045) ** 2)) * 0.8)[..., None]
        surface = picture[rows] * (1 - inside) + water * inside
        picture[rows] = surface * (1 - foam) + colors[0] * foam
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def night_sky(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw stars, a milky band and a moon over mountain ranges."""
    x, y = coordinates(side)
    clouds = noise(rng, side, 4, 6)
    sky = blend(colors[1:][::-1], np.clip(y * 0.95 - 0.1 + 0.25 * (clouds - 0.5), 0, 1))
    angle = rng.uniform(0.3, 0.9)
    band = np.exp(-((((x - 0.5) * np.sin(angle) - (y - 0.4) * np.cos(angle)) / 0.16) ** 2)) * clouds
    sky = _lighter(sky, (0.28 * band).astype(np.float32))
    stars = _stars(rng, side)
    sky = sky * (1 - stars[..., None]) + colors[0] * stars[..., None]
    moon_x, moon_y, radius = rng.uniform(0.6, 0.8), rng.uniform(0.2, 0.34), rng.uniform(0.07, 0.1)
    distance = np.hypot(x - moon_x, y - moon_y)
    halo = (np.exp(-((distance / (radius * 2.2)) ** 2)) * 0.45)[..., None]
    sky = sky * (1 - halo) + colors[0] * halo
    disc = smooth_step(radius + 0.002, radius - 0.002, distance)
    craters = 1 - 0.14 * smooth_step(0.5, 0.8, noise(rng, side, 14, 3))
    sky = sky * (1 - disc[..., None]) + colors[0] * craters[..., None] * disc[..., None]
    for layer in range(4):
        depth = layer / 3
        ridge = noise(rng, side, 3 + 2 * layer, 6)[0]
        top = 0.66 + 0.085 * layer + (0.5 - ridge) * (0.26 - 0.04 * layer)
        below = y - top[None, :]
        inside = smooth_step(-0.001, 0.001, below)[..., None]
        mist = np.exp(-np.maximum(below, 0) / 0.09) * (1 - depth) * 0.25
        rock = blend(colors[1:], 0.5 + 0.5 * depth - mist)
        sky = sky * (1 - inside) + rock * inside
    return np.asarray(np.clip(sky, 0, 1), np.float32)


def _lighter(picture: Pixels, amount: Field) -> Pixels:
    lab = to_oklab(picture)
    lab[..., 0] += amount
    return from_oklab(lab)


def _stars(rng: np.random.Generator, side: int) -> Field:
    light = np.zeros((side, side), np.float32)
    for _ in range(420):
        at_x, at_y = rng.integers(4, side - 4, 2)
        size, power = rng.choice([0.8, 1.2, 2.0], p=[0.7, 0.22, 0.08]), rng.uniform(0.4, 1)
        near = slice(at_y - 4, at_y + 5), slice(at_x - 4, at_x + 5)
        rows, columns = np.mgrid[-4:5, -4:5]
        star = power * np.exp(-(rows**2 + columns**2) / (2 * size**2))
        light[near] = np.maximum(light[near], star)
    return light
