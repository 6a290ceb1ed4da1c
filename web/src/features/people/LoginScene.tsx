import { dishOf } from '../../ui/dishes'
import { Plate } from '../../ui/Plate'
import c from './LoginScene.module.css'

interface Table {
  x: number
  y: number
  w: number
  chairs: number
  plates: [dish: string, x: number][]
}

/* These tables make a served floor out of the product's own parts, so there is nothing to load. */
const tables: Table[] = [
  { x: -60, y: -70, w: 260, chairs: 2, plates: [['Chaufa de mariscos', 132]] },
  { x: 300, y: -40, w: 150, chairs: 1, plates: [['Rocoto relleno', 31]] },
  { x: 560, y: -70, w: 300, chairs: 3, plates: [['Arroz con pollo', 44]] },
  { x: 90, y: 190, w: 150, chairs: 1, plates: [['Ají de gallina', 31]] },
  {
    x: 330,
    y: 190,
    w: 310,
    chairs: 3,
    plates: [
      ['Lomo saltado', 18],
      ['Arroz con mariscos', 111],
      ['Bistec a lo pobre', 204],
    ],
  },
  { x: -130, y: 450, w: 270, chairs: 2, plates: [['Seco de res', 154]] },
  {
    x: 230,
    y: 450,
    w: 230,
    chairs: 2,
    plates: [
      ['Tallarín verde', 18],
      ['Pollo a la brasa', 122],
    ],
  },
  { x: 550, y: 450, w: 250, chairs: 2, plates: [['Carapulcra', 31]] },
  {
    x: 60,
    y: 705,
    w: 310,
    chairs: 3,
    plates: [
      ['Estofado', 18],
      ['Tacu tacu', 111],
      ['Cau cau', 204],
    ],
  },
  { x: 470, y: 705, w: 150, chairs: 1, plates: [['Milanesa', 31]] },
]

export default function LoginScene() {
  return (
    <div className={c.scene} aria-hidden="true">
      {tables.map((table) => (
        <div
          key={`${table.x}/${table.y}`}
          className={c.table}
          style={{ left: table.x, top: table.y, width: table.w }}
        >
          {[0, 1].map((side) =>
            Array.from({ length: table.chairs }, (_, chair) => (
              <i
                key={`${side}${chair}`}
                data-side={side}
                style={{ left: ((chair + 0.5) / table.chairs) * table.w - 22 }}
              />
            )),
          )}
          {table.plates.map(([dish, x]) => (
            <span key={dish} style={{ left: x }}>
              <Plate dish={dishOf(dish)} size={88} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
