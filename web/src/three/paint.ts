/** The material of terrain: plain colours with brick, plank, corrugation, hatching drawn by the shader, in inches of the world. */

import { MeshStandardMaterial, type MeshStandardMaterialParameters } from 'three';

const DETAIL = /* glsl */ `
float hash2(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise2(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash2(i), hash2(i + vec2(1, 0)), f.x), mix(hash2(i + vec2(0, 1)), hash2(i + vec2(1, 1)), f.x), f.y);
}
float grain(vec2 p) { return noise2(p) * 0.5 + noise2(p * 2.3) * 0.3 + noise2(p * 5.1) * 0.2; }
float lineAt(float x, float width) {
  float d = abs(fract(x) - 0.5);
  float w = fwidth(x);
  return 1.0 - smoothstep(width - w, width + w, 0.5 - d);
}
float detail(vec3 p, vec3 n, float paint) {
  vec3 a = abs(n);
  vec2 uv = a.y > 0.6 ? p.xz : (a.x > a.z ? vec2(p.z, p.y) : vec2(p.x, p.y));
  bool up = a.y > 0.6;
  float g = grain(uv * 3.0);
  float fade = 1.0 - smoothstep(0.05, 0.35, max(fwidth(uv.x), fwidth(uv.y)));
  if (paint < 0.5) return 0.94 + 0.12 * g;
  if (paint < 1.5) {
    if (up) return 0.9 + 0.18 * g;
    float row = floor(uv.y / 0.28);
    vec2 b = vec2(uv.x / 0.62 + 0.5 * mod(row, 2.0), uv.y / 0.28);
    float joint = max(lineAt(b.x, 0.035), lineAt(b.y, 0.07)) * fade;
    float tone = hash2(floor(b) + 3.0);
    return (0.86 + 0.16 * tone * fade + 0.14 * (g - 0.3)) * (1.0 - 0.34 * joint);
  }
  if (paint < 2.5) {
    float b = uv.x / 0.45;
    float tone = hash2(vec2(floor(b), 7.0));
    float wood = noise2(vec2(uv.x * 9.0, uv.y * 0.9));
    return (0.84 + 0.2 * tone + 0.12 * (wood - 0.5)) * (1.0 - 0.4 * lineAt(b, 0.04) * fade);
  }
  if (paint < 3.5) {
    if (up) return (0.92 + 0.12 * g) * (1.0 - 0.2 * lineAt(uv.x / 1.2, 0.03) * fade);
    float wave = sin(uv.x * 6.2832 / 0.34);
    return 0.92 + 0.13 * wave * fade + 0.1 * (g - 0.5) - 0.12 * smoothstep(0.62, 0.9, grain(uv * 1.3 + 4.0));
  }
  if (paint < 4.5) return 0.74 + 0.5 * grain(uv * 1.6);
  if (paint < 5.5) return 0.72 + 0.55 * grain(uv * 2.6);
  if (paint < 6.5) {
    float h = lineAt((uv.x + uv.y) / 0.5 + 0.25 * noise2(uv * 1.1), 0.09) * step(0.34, noise2(uv * 1.7)) * fade;
    return (0.8 + 0.34 * grain(uv * 2.2)) * (1.0 - 0.38 * h);
  }
  if (paint < 7.5) {
    float r = lineAt(uv.y / 0.55 + 0.35 * noise2(uv * 0.9), 0.06) * step(0.5, noise2(uv * 0.8 + 9.0)) * fade;
    return 0.92 + 0.14 * noise2(uv * 0.7) + 0.3 * r;
  }
  return 0.8 + 0.28 * grain(uv * 0.55) + 0.14 * (grain(uv * 4.0) - 0.5) + 0.05 * (noise2(uv * 23.0) - 0.5) * fade;
}
`;

/** A material that reads the attribute `paint`. */
export function painted(more: MeshStandardMaterialParameters = {}): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.92, metalness: 0, fog: false, ...more });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float paint;\nvarying float vPaint;\nvarying vec3 vPlace;\nvarying vec3 vOut;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPaint = paint;\nvPlace = position;\nvOut = normal;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nvarying float vPaint;\nvarying vec3 vPlace;\nvarying vec3 vOut;\n${DETAIL}`)
      .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb *= detail(vPlace, normalize(vOut), vPaint);');
  };
  material.customProgramCacheKey = () => 'painted';
  return material;
}
