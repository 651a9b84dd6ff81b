/**
 * What the parts of point names mean: the words of the product, then the parts that mean them, in the naming of Johnson Metasys, Siemens
 * APOGEE and Desigo, Honeywell, Schneider, Trane, Automated Logic, Distech, Delta, Haystack and Brick, and in German. A part of several
 * tokens joins them by `_`; ä, ö, ü and ß are ae, oe, ue and ss. The roles are setpoint, command, status and alarm.
 */
export const abbreviations = `
supply: supply sup su sply suply discharge disch dis dsch leaving lvg lvng vorlauf vl
supply air: sa da zuluft zul zl
return: return ret rtn extract entering ent ruecklauf rl ex
return air: ra abluft abl ex_air
mixed: mixed mix mx mixing
mixed air: ma mischluft misch
outdoor: outdoor outside ambient fresh aussen
outdoor air: oa fa aussenluft aul au
exhaust: exhaust exh relief
exhaust air: ea fortluft fol
zone: zone zn space spc room rm raum rmt office buero meeting lobby corridor flur
air: air luft
water: water wasser
temperature: temperature temp tmp tmpr te temperatur
supply air temperature: sat dat zut t_su su_t
return air temperature: rat abt t_ex ex_t t_ret
mixed air temperature: mat t_mx t_mix
outdoor air temperature: oat t_oa t_out
exhaust air temperature: eat
supply temperature: vlt flow_temperature flow_temp t_fl t_sup t_vl
return temperature: t_rt t_rl
zone temperature: znt rmtmp rt_ist t_r r_temp r_t ctl_temp tr
zone setpoint: ctl_stpt rt_soll
supply water temperature: lwt
return water temperature: ewt
chilled water supply temperature: chwst lchwt chwlt
chilled water return temperature: chwrt echwt
condenser water temperature: cwst cwrt lcwt ecwt
humidity: humidity hum humid hu rh feuchte raumluftfeuchte feuchtigkeit hu_rel
-: relative rel relativ
dewpoint: dewpoint dewpt taupunkt dew_point
enthalpy: enthalpy enth
co2: co2 air_q air_quality
tvoc: tvoc voc
pm25: pm25 pm_25 pm_2_5
noise: noise sound laerm schallpegel
illuminance: lux illuminance illum luminosity luminousity helligkeit
irradiance: irradiance radiation pyranometer globalstrahlung solar_irradiance solar_radiation global_radiation
wind: wind
rain: rain regen
pressure: pressure press prs pres druck
differential: differential diff delta
differential pressure: dp differenzdruck
static pressure: static duct_static_pressure duct_pressure stat_press ssp supply_duct_press
duct: duct kanal
flow: flow flw cfm lpm volumenstrom volstr
air flow: airflow air_volume air_vol air_flw
valve: valve vlv valv ventil control_valve
chilled valve: ccv cv chwv clgv kuehlventil cooling_coil_valve
heating valve: hcv hv hwv htgv heizventil heating_coil_valve
chilled valve command: clg_o cooling_output clg_output
heating valve command: htg_o heating_output htg_output
damper: damper dmpr dpr dmp klappe air_valve
mixed air damper: mad
outdoor air damper: oad fad
return air damper: rad
fan: fan ventilator vent
supply fan: sf sfan s_fan
supply fan status: sfs
return fan: rf rfan r_fan
exhaust fan: ef efan e_fan gef tef
chilled: chilled cooling cool clg cl kuehl kuehler kue kaelte evaporator evap
chilled water: chw kaltwasser chilled_water cooling_coil chilled_coil clg_coil
chilled water supply: kw_vl evaporator_leaving_water chilled_water_leaving leaving_chilled_water
chilled water return: kw_rl evaporator_entering_water chilled_water_entering entering_chilled_water
chilled water pump: chwp
condenser: condenser cond
condenser water: cdw cws condenser_water
condenser water pump: cwp cdwp
heating: heating heat htg ht hw hhw hot heiz heizung erhitzer hot_water heating_coil htg_coil
preheat: preheat ph preht phv vorerhitzer
reheat: reheat rht reht
speed: speed spd drehzahl
vfd: vfd vsd drive inverter fu
filter: filter fil filt fltr
loaded: dirty loaded clogged
fire: fire brand
fire alarm: brandmeldung brandmelder fire_det fire_detector fire_detection
smoke: smoke smk rauch
freeze: freeze frost fr frz freeze_stat
level: level lvl pegel
position: position pos stellung
power: power kw watt leistung
active: active
active power: wirkleistung
energy: energy kwh mwh wh energie arbeit
active energy: wirkarbeit
power: power_consumption
consumption: consumption usage verbrauch
apparent power: kva scheinleistung
reactive: reactive blind kvar var
reactive energy: kvarh
apparent energy: kvah
apparent: apparent
demand: demand
voltage: voltage volt volts volatage volatge spannung
current: current amp amps ampere strom
frequency: frequency freq hz frequenz
powerfactor: powerfactor pf leistungsfaktor power_factor cos_phi
average: average avg mean mittel
neutral: neutral ln l_n to_neutral
voltage neutral: phase_voltage
voltage ll: line_voltage
ll: ll l_l line_to_line between_phases
l1: l1 phase_a phase_1 ph_a ph_1
l2: l2 phase_b phase_2 ph_b ph_2
l3: l3 phase_c phase_3 ph_c ph_3
voltage l1 neutral: v1n u1n u1 u_1 v_1
voltage l2 neutral: v2n u2n u2 u_2 v_2
voltage l3 neutral: v3n u3n u3 u_3 v_3
voltage l1 l2: v12 u12 u_12 v_12
voltage l2 l3: v23 u23 u_23 v_23
voltage l3 l1: v31 u31 u_31 v_31
current l1: i1 i_1
current l2: i2 i_2
current l3: i3 i_3
battery: battery batt bat batterie
charge: charge soc charging ladung
battery charge: charge_remaining state_of_charge
load: load loading
input: input inp inlet eingang
output: output ausgang
runtime: runtime autonomy restlaufzeit time_left minutes_remaining time_remaining run_time
battery runtime: time_left_on_battery autonomy_time backup_time
elapsed: seconds_on_battery time_on_battery
overload: overload ueberlast
shutdown: shutdown
replacement: replace replacement
test: test testing
result: result ergebnis
alarms: alarms
emergency: emergency notlicht
light: light lights lighting lamp lamps luminaire dim dimming dimmer licht leuchte beleuchtung
burn: burn burning brenn
hours: hours hour hrs hr stunden
auto: auto automatic
manual: manual man hand
mode: mode modus control
basis: basis
occupancy: occupancy occupied occ presence occup belegt praesenz
people: people persons person headcount
count: count
motor: motor
pump: pump pumps pmp pumpe
day: day daily tag
onoff: onoff startstop ss on_off start_stop auto_stop unit_enable ein_aus
enable: enable en enabled freigabe
setpoint: setpoint sp stpt setpt spt sollwert soll set_pt set_point
command: command cmd comd co stellsignal stellgroesse stell befehl bef sg
status: status sts state sta stat proof run running fb fbk feedback rueckmeldung bm betriebsmeldung betrieb op_sta wartungsmeldung wm
alarm: alarm alm fault flt failure failed fail trip err error stoerung stoermeldung sm
warning: warning
minimum: minimum min
maximum: maximum max
low: low lo
high: high hi
limit: limit lim
reset: reset rst
offset: offset adjust adj korrektur
loop: loop loopout pid gain bias deadband pb
ramp: ramp rate
delay: delay timer time duration
schedule: schedule sched calendar
override: override ovrd ovr
unoccupied: unoccupied unocc
standby: standby stby night ngt
effective: effective eff effect effectsp
calculated: calculated calc
economizer: economizer econ airside
recovery: recovery rcv wheel wrg waermerueckgewinnung
request: request req demanded
stage: stage stg step
thd: thd harmonic harmonics
nominal: nominal rated
design: design
peak: peak spitze
export: export received rec reverse abgabe lieferung
compressor: compressor comp verdichter
starts: starts
refrigerant: refrigerant suction
transfer: transfer
bypass: bypass
rla: rla fla
repair: repair reparatur reparaturschalter
switch: switch schalter
scene: scene szene
tank: tank
capacity: capacity cap
rpm: rpm
smokecontrol: purge pressurization
building: building bldg
warmup: warmup warmer
ahu: ahu ah rtu lta rlt lb mau doas fahu air_handling_unit air_handling_units air_handler
vav: vav vma tec box vav_box variable_air_volume_box
chiller: chiller ch chl km kaeltemaschine
meter: meter meters em mtr zaehler
environment: environment env iaq
weatherstation: weather wx wetter wetterstation weather_station
parking: parking parkplatz
bay: bay
solar: solar
ups: ups
dali: dali
wac: wac
-: sensor sens value val actual ist istwert messwert measured measurement total tot sum gesamt reading pv nvo nvi
-: last unit bas present ac dc elec electrical electric import imp delivered del bezug forward estimated equipment
-: phase phases three condition code number no of the on in to for per group grp digital analog device point diagnostic system sys
`;

/** What vendors call a point of a built-in type, beside its name, its id and its Brick class. */
export const alsoCalled: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  AHU: {
    "VFD Speed": ["supply fan speed", "supply fan vfd speed", "fan speed"],
    "Fresh Air Damper": ["outdoor air damper position"],
    "Return Air Damper": ["return air damper position"],
    CO2: ["return air co2"],
    "Filter Pressure": ["supply air filter differential pressure"],
    ahu_on_off_sp: ["ahu start stop"],
  },
  VAV: { "Design CFM": ["nominal air flow"], CFM: ["primary air flow"] },
  CHILLER: { "Pump Status": ["chilled water pump status"], "Chiller Load": ["capacity"] },
  ENERGYMETER: { energyTotal: ["active energy consumption"] },
  UPS: { ups_Load: ["output load"], ups_LoadPhaseA: ["output load l1"] },
};

/** Words of a device's name that show its type, where the texts of the type do not have them. A room's own controller measures its climate. */
export const alsoNamed: Readonly<Record<string, readonly string[]>> = { ENVIRONMENT: ["room"] };

/** Points by the class of a sensor. Source: Home Assistant, "Sensor device classes". */
export const sensorClasses = {
  ENVIRONMENT: {
    temperature: "TEMPERATURE",
    humidity: "HUMIDITY",
    carbon_dioxide: "CO2",
    illuminance: "LUMINOUSITY",
    pm25: "PM25",
    sound_pressure: "NOISE",
  },
  ENERGYMETER: {
    power: "activePowerTotal",
    energy: "energyTotal",
    voltage: "volatage_LN_average",
    current: "currentAverage",
    power_factor: "powerFactorTotal",
    apparent_power: "apparentPowerTotal",
    frequency: "Frequency",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
