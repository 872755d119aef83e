use grognard_plain::*;
use std::collections::BTreeMap;
struct C(RandomPlayer, BTreeMap<String,(u64,u64)>, u64);
impl Player for C { fn choose(&mut self,p:&Position,d:&Decision)->Choice{ let k=format!("{d:?}"); let k=k.split(' ').next().unwrap().to_string(); let e=self.1.entry(k).or_default(); e.0+=1; e.1+=d.options().count() as u64; self.0.choose(p,d)} fn roll(&mut self)->u8{self.2+=1; self.0.roll()} }
fn main(){ let n=3000; let mut m=BTreeMap::new(); let mut r=0; for s in 0..n { let mut g=Game::new(C(RandomPlayer::new(s),m,r)); g.play(); m=g.player.1; r=g.player.2; }
for (k,(a,b)) in m { println!("{k:10} {:8.2} opts {:6.2}", a as f64/n as f64, b as f64/a as f64);} println!("rolls {}", r as f64/n as f64); }
